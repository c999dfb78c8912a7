import type { Joke } from 'functions/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { exampleJoke, exampleList } from '../testing/jokes.ts';
import { CACHES } from './caches.ts';
import { pickSavedJoke, savedJokes } from './saved-jokes.ts';

/** Puts these responses, as text, into the browser's cache of lists. */
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

const listOf = (...jokes: Joke[]) => JSON.stringify(exampleList(...jokes));
const idsOf = (jokes: readonly Joke[]) => jokes.map(({ joke_id }) => joke_id);

test('the jokes of all saved responses are found, without duplicates', async () => {
  save(
    listOf(exampleJoke({ joke_id: 1 }), exampleJoke({ joke_id: 2 })),
    listOf(exampleJoke({ joke_id: 2 }), exampleJoke({ joke_id: 3 })),
    JSON.stringify({
      ...exampleJoke({ joke_id: 4 }),
      previous_id: 3,
      next_id: null,
      approved_at: null,
    }),
    JSON.stringify({ jokes: [{ ...exampleJoke({ joke_id: 5 }), day: '2026-11-23' }] }),
    JSON.stringify({ similar: [exampleJoke({ joke_id: 6 })], rank: null }),
  );
  expect(idsOf(await savedJokes())).toEqual([1, 2, 3, 4, 5, 6]);
});

test('each saved joke can be picked', async () => {
  save(listOf(exampleJoke({ joke_id: 1 }), exampleJoke({ joke_id: 2 })));
  vi.spyOn(Math, 'random').mockReturnValueOnce(0).mockReturnValueOnce(0.999);
  expect((await pickSavedJoke())?.joke_id).toBe(1);
  expect((await pickSavedJoke())?.joke_id).toBe(2);
});

test('nothing is picked if nothing is saved or the browser blocks storage', async () => {
  save();
  expect(await pickSavedJoke()).toBeNull();
  vi.stubGlobal('caches', { open: () => Promise.reject(new DOMException('No.', 'SecurityError')) });
  expect(await pickSavedJoke()).toBeNull();
  vi.stubGlobal('caches', undefined);
  expect(await pickSavedJoke()).toBeNull();
});
