import { QueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { exampleJoke } from '../testing/jokes.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import {
  drawRandomJoke,
  drawUnknown,
  excludedOf,
  nextJoke,
  showJoke,
  takeCarried,
  useSupply,
} from './random-joke.ts';
import { useConnection } from '../stores/connection.ts';
import { singleJoke } from './joke-queries.ts';
import { votedJokes } from './votes.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function idsBetween(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}

/** A draw from these jokes, of which the first that is not excluded comes. */
const drawing =
  (first: number, ...others: number[]) =>
  (excluded: readonly number[]) =>
    Promise.resolve(
      exampleJoke({ joke_id: [first, ...others].find((id) => !excluded.includes(id)) ?? first }),
    );

test.each([
  ['what was neither shown nor rated', [1, 2, 3, 5], { shown: [1, 2], rated: [3] }, 5],
  ['what is not ahead', [4, 5], { shown: [1], rated: [] }, 5],
  ['what was shown longest ago', [3, 1, 2], { shown: [1, 2, 3], rated: [] }, 1],
  ['what was rated', [2, 1], { shown: [2], rated: [1] }, 1],
  ['the only one', [1], { shown: [1], rated: [] }, 1],
])(
  '%s is drawn, if there is nothing better',
  { tags: 'P25' },
  async (_what, [first = 0, ...ids], known, drawn) => {
    expect(await drawUnknown(drawing(first, ...ids), known, [4])).toMatchObject({ joke_id: drawn });
  },
);

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

/**
 * Opens Random in a browser that has rated fact 1.
 * @param carried the facts that the page carries, of which it shows the first
 * @param saved what the browser has saved for reading offline
 */
function openPage(
  answer: (exchange: Exchange) => void,
  carried: readonly number[] = [],
  saved: readonly object[] = [],
) {
  vi.stubGlobal('localStorage', new MemoryStorage());
  votedJokes.save({ 1: 5 });
  const responses = saved.map((body) => Response.json(body));
  const cache = { matchAll: () => Promise.resolve(responses.map((each) => each.clone())) };
  vi.stubGlobal('caches', { open: () => Promise.resolve(cache) });
  const answers = carried.map((id) => ({
    name: 'getRandomJoke',
    body: exampleJoke({ joke_id: id }),
  }));
  const getElementById = () => ({ textContent: JSON.stringify(answers) });
  vi.stubGlobal('document', { getElementById });
  vi.spyOn(performance, 'timeOrigin', 'get').mockReturnValue(Date.now());
  useSupply.setState(useSupply.getInitialState(), true);
  return startApiServer(answer);
}

const excludedBy = ({ request }: Exchange) =>
  new URL(request.url ?? '', 'https://facts.example').searchParams.get('exclude') ?? '';

/** Answers draws from these facts, the first that is not excluded. */
const answering =
  (...ids: number[]) =>
  (exchange: Exchange) => {
    const excluded = excludedBy(exchange).split(',').map(Number);
    const left = ids.find((id) => !excluded.includes(id)) ?? ids[0] ?? 0;
    sendJson(exchange, 200, exampleJoke({ joke_id: left }));
  };

const ahead = () => useSupply.getState().ahead.map(({ joke }) => joke.joke_id);

const settled = () => expect.poll(() => useSupply.getState().draw.is).not.toBe('under way');

/** Taps, waits until the next facts are there, and returns which fact is shown and whether it was ready. */
async function tap() {
  const ready = nextJoke();
  const joke = ready ?? (await drawRandomJoke());
  if (joke) showJoke(joke);
  await settled();
  return [joke?.joke_id, ready ? 'ready' : 'drawn'];
}

test(
  'the next two facts are ready, one more is drawn at a time, and none is shown that was rated or shown since',
  { tags: 'P25' },
  async () => {
    await using server = await openPage(answering(...idsBetween(1, 20)), [2, 3, 4]);
    takeCarried();
    showJoke(exampleJoke({ joke_id: 2 }));
    await settled();
    expect([ahead(), server.exchanges]).toEqual([[3, 4], []]);
    expect(await tap()).toEqual([3, 'ready']);
    expect([ahead(), server.exchanges.map(excludedBy)]).toEqual([[4, 5], ['1,2,3,4']]);
    // What was fetched and not shown is not seen; what was rated meanwhile is not shown.
    votedJokes.save({ ...votedJokes.latest(), 4: 5 });
    expect(await tap()).toEqual([5, 'ready']);
    expect(ahead()).toEqual([6, 7]);
    const shown = [];
    for (let taps = 0; taps < 10; taps += 1) shown.push(await tap());
    expect(shown).toEqual(idsBetween(6, 15).map((id) => [id, 'ready']));
    for (const id of [16, 17]) showJoke(exampleJoke({ joke_id: id }));
    await expect.poll(ahead).toEqual([18, 19]);
    expect(new Set(server.exchanges.map(excludedBy)).size).toBe(server.exchanges.length);
    // Random was left and is opened again.
    takeCarried();
    expect(ahead()).toEqual([18, 19]);
  },
);

test(
  'a fact that was fetched more than five minutes ago is not shown: it may have been taken down',
  { tags: 'P25' },
  async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await using _server = await openPage(answering(1, 2, 3, 4, 5, 6, 7, 8), [2, 3, 4]);
    takeCarried();
    vi.advanceTimersByTime(299_000);
    expect(nextJoke()).toMatchObject({ joke_id: 3 });
    vi.advanceTimersByTime(2_000);
    expect(nextJoke()).toBeUndefined();
    // Of these, none was shown.
    expect(await tap()).toEqual([2, 'drawn']);
    expect(ahead()).toEqual([3, 4]);
    vi.useRealTimers();
  },
);

test('once all facts were shown or rated, the first half of those shown may come again', async () => {
  await using server = await openPage(answering(1, 2, 3, 4, 5), [2]);
  takeCarried();
  showJoke(exampleJoke({ joke_id: 2 }));
  await settled();
  expect(ahead()).toEqual([3, 4]);
  const shown = [];
  for (let taps = 0; taps < 6; taps += 1) shown.push((await tap())[0]);
  expect(shown).toEqual([3, 4, 5, 2, 3, 4]);
  expect(server.exchanges.length).toBeLessThan(20);
});

test(
  'a fact that is shown while the next one is drawn is not forgotten',
  { tags: 'P25' },
  async () => {
    const answer = answering(2, 3);
    const held: Exchange[] = [];
    await using _server = await openPage((exchange) => held.push(exchange), [2, 3]);
    takeCarried();
    showJoke(exampleJoke({ joke_id: 2 }));
    await expect.poll(() => held.length).toBe(1);
    expect(nextJoke()).toMatchObject({ joke_id: 3 });
    showJoke(exampleJoke({ joke_id: 3 }));
    for (let draws = 0; draws < 3; draws += 1) {
      await expect.poll(() => held.length).toBeGreaterThan(draws);
      held.slice(draws, draws + 1).forEach(answer);
    }
    await expect.poll(() => nextJoke()).toMatchObject({ joke_id: 2 });
  },
);

test(
  'a refused draw, no fact at all or a single one is not asked for again and again, and a tap shows which it is',
  { tags: ['P25', 'U5'] },
  async () => {
    let answer = (exchange: Exchange) => sendJson(exchange, 429, { detail: 'Too many requests.' });
    await using server = await openPage((exchange) => answer(exchange), [2, 3]);
    takeCarried();
    showJoke(exampleJoke({ joke_id: 2 }));
    await settled();
    expect(server.exchanges).toHaveLength(1);
    expect(await tap()).toEqual([3, 'ready']);
    expect(server.exchanges).toHaveLength(2);
    await expect(tap()).rejects.toMatchObject({ code: 'too_many_requests' });

    answer = answering(3);
    expect(await tap()).toEqual([3, 'drawn']);
    expect(useSupply.getState()).toEqual({ ahead: [], draw: { is: 'exhausted' } });
    answer = (exchange) => sendJson(exchange, 404, { detail: 'None.' });
    expect(await tap()).toEqual([undefined, 'drawn']);
  },
);

const SAVED: Joke = exampleJoke({ joke_id: 9 });

test(
  'without a connection, a fact of a saved list is drawn or opened; one that is not saved is an error, as is a refusal',
  { tags: ['P25', 'U7'] },
  async () => {
    let refuses = false;
    await using server = await openPage(
      (exchange) => {
        if (refuses) sendJson(exchange, 429, { detail: 'Too many requests.' });
        else exchange.response.destroy();
      },
      [],
      [{ jokes: [exampleJoke({ joke_id: 1 }), SAVED] }, { similar: [], newer: [] }],
    );
    const open = (id: number) => new QueryClient().fetchQuery({ ...singleJoke(id), retry: false });
    expect(await drawRandomJoke()).toEqual(SAVED);
    expect(useConnection.getState()).toBe('unreachable');
    // It does not wait for the network that is known to be dead.
    const { length } = server.exchanges;
    expect(await drawRandomJoke()).toEqual(SAVED);
    expect(server.exchanges).toHaveLength(length);
    expect(await open(9)).toMatchObject(SAVED);
    await expect(open(8)).rejects.toMatchObject({ code: 'unavailable' });
    refuses = true;
    useConnection.setState('online');
    await expect(drawRandomJoke()).rejects.toMatchObject({ code: 'too_many_requests' });
    await expect(open(9)).rejects.toMatchObject({ code: 'too_many_requests' });
  },
);
