import type { Joke } from 'functions/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleJoke } from '../testing/jokes.ts';
import { CACHES } from './caches.ts';
import { pickSavedJoke, savedJokes } from './saved-jokes.ts';

/** Has the browser hold these answers, as text, in the cache of lists. */
function save(...answers: readonly string[]): void {
  const saved = new Map(answers.map((text, index) => [`/list/${index}`, text]));
  const lists = {
    keys: () => Promise.resolve([...saved.keys()]),
    match: (address: string) => Promise.resolve(new Response(saved.get(address))),
  };
  const open = (name: string) =>
    name === CACHES.lists ? Promise.resolve(lists) : Promise.reject(new Error(`No ${name}.`));
  vi.stubGlobal('caches', { open });
}

afterEach(() => vi.unstubAllGlobals());

const listOf = (...jokes: readonly unknown[]) => JSON.stringify({ jokes });
const idsOf = (jokes: readonly Joke[]) => jokes.map(({ joke_id }) => joke_id);

test('the facts of every saved list are there, each once, and single ones', async () => {
  save(
    listOf(exampleJoke({ joke_id: 1 }), exampleJoke({ joke_id: 2 })),
    listOf(exampleJoke({ joke_id: 2 }), exampleJoke({ joke_id: 3 })),
    JSON.stringify(exampleJoke({ joke_id: 4 })),
  );
  expect(idsOf(await savedJokes())).toEqual([1, 2, 3, 4]);
});

test('what is no approved fact of this version is left out', async () => {
  const { rating: _, ...incomplete } = exampleJoke({ joke_id: 1 });
  save(
    listOf(incomplete, { ...exampleJoke({ joke_id: 2 }), status: 'pending' }, null, 'text'),
    listOf({ ...exampleJoke({ joke_id: 3 }), joke_text: 3 }, exampleJoke({ joke_id: 5 })),
    '<!doctype html>',
    '[]',
    'null',
  );
  expect(idsOf(await savedJokes())).toEqual([5]);
});

test('each saved fact may be picked', async () => {
  save(listOf(exampleJoke({ joke_id: 1 }), exampleJoke({ joke_id: 2 })));
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.999);
  expect((await pickSavedJoke())?.joke_id).toBe(1);
  expect((await pickSavedJoke())?.joke_id).toBe(2);
});

test('there is none to pick where none is saved, or where the browser refuses its storage', async () => {
  save();
  expect(await pickSavedJoke()).toBeNull();
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('No.', 'SecurityError')) });
  expect(await pickSavedJoke()).toBeNull();
  vi.stubGlobal('caches', undefined);
  expect(await pickSavedJoke()).toBeNull();
});
