import { QueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { exampleJoke } from '../testing/jokes.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { drawRandomJoke, drawUnknown, excludedOf, rememberShown } from './random-joke.ts';
import { singleJoke } from './joke-queries.ts';
import { votedJokes } from './votes.ts';

afterEach(() => vi.unstubAllGlobals());

/** Draws these ids in order. */
function drawing(...ids: number[]) {
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error('Drawn too often');
    return Promise.resolve(exampleJoke({ joke_id: id }));
  };
}

function idsBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

test('what was neither shown nor rated is drawn first', { tags: 'P25' }, async () => {
  const known = { shown: [1, 2], rated: [3] };
  const drawn = async (...ids: number[]) => (await drawUnknown(drawing(...ids), known)).joke_id;
  expect(await drawn(4)).toBe(4);
  expect(await drawn(1, 3, 2, 5)).toBe(5);
  // After four draws of known ones, one that was not shown, or the one shown longest ago.
  expect(await drawn(2, 3, 1, 2)).toBe(3);
  expect(await drawn(2, 1, 2, 2)).toBe(1);
});

test('the server leaves out what was shown last and what was rated, half of each of 500 if there are many', () => {
  expect(excludedOf({ shown: [1, 2], rated: [3] })).toEqual([3, 1, 2]);
  expect(excludedOf({ shown: [], rated: [] })).toEqual([]);
  const few = excludedOf({ shown: idsBetween(1, 500), rated: [601, 602] });
  expect(few).toEqual([601, 602, ...idsBetween(3, 500)]);
  const many = excludedOf({ shown: idsBetween(1, 500), rated: idsBetween(1_001, 2_000) });
  expect(many).toEqual([...idsBetween(1_751, 2_000), ...idsBetween(251, 500)]);
  const rated = excludedOf({ shown: [1], rated: idsBetween(1_001, 2_000) });
  expect(rated).toEqual([...idsBetween(1_502, 2_000), 1]);
});

/** Opens a browser that has rated fact 1. @param saved what it has saved for reading offline */
function openPage(answer: (exchange: Exchange) => void, saved: readonly object[] = []) {
  vi.stubGlobal('localStorage', new MemoryStorage());
  votedJokes.save({ 1: 5 });
  const responses = saved.map((body) => Response.json(body));
  const cache = { matchAll: () => Promise.resolve(responses.map((each) => each.clone())) };
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  return startApiServer(answer);
}

/** Draws and shows jokes. @returns their ids */
async function show(times: number): Promise<unknown[]> {
  const ids: unknown[] = [];
  for (let time = 0; time < times; time += 1) {
    const joke = await drawRandomJoke();
    if (joke) rememberShown(joke);
    ids.push(joke?.joke_id);
  }
  return ids;
}

test('what was rated or shown is left out, until all facts were: then the first half may come again', async () => {
  const drawn: (string | null)[] = [];
  await using _server = await openPage((exchange) => {
    const { searchParams } = new URL(exchange.request.url ?? '', 'https://facts.example');
    const excluded = searchParams.get('exclude');
    drawn.push(excluded);
    const left = [2, 3, 4, 5].find((id) => excluded?.split(',').includes(String(id)) === false);
    sendJson(exchange, 200, exampleJoke({ joke_id: left ?? 2 }));
  });
  expect(await show(4)).toEqual([2, 3, 4, 5]);
  expect(drawn).toEqual(['1', '1,2', '1,2,3', '1,2,3,4']);
  expect(await show(2)).toEqual([2, 3]);
  // Four draws of what was shown, then one.
  expect(drawn.slice(4)).toEqual([...Array(4).fill('1,2,3,4,5'), '1,4,5,2']);
});

test('a site that has no facts shows no random fact', async () => {
  await using _server = await openPage((exchange) => sendJson(exchange, 404, { detail: 'None.' }));
  expect(await show(1)).toEqual([undefined]);
});

const SAVED: Joke = exampleJoke({ joke_id: 9 });

test(
  'without a connection, a fact of a saved list is drawn or opened; one that is not saved is an error, as is a refusal',
  { tags: 'U7' },
  async () => {
    let refuses = false;
    await using _server = await openPage(
      (exchange) => {
        if (refuses) sendJson(exchange, 429, { detail: 'Too many requests.' });
        else exchange.response.destroy();
      },
      [{ jokes: [SAVED] }, { similar: [], newer: [] }],
    );
    const open = (id: number) => new QueryClient().fetchQuery({ ...singleJoke(id), retry: false });
    expect(await drawRandomJoke()).toEqual(SAVED);
    expect(await open(9)).toMatchObject(SAVED);
    await expect(open(8)).rejects.toMatchObject({ code: 'unavailable' });
    refuses = true;
    await expect(drawRandomJoke()).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(open(9)).rejects.toMatchObject({ code: 'too_many_requests' });
  },
);
