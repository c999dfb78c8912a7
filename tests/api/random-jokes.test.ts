import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../functions/src/contract/index.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const HIDDEN = [31, 32];
const running = useApi([
  ...Array.from({ length: 30 }, (_, at) => aJoke(at + 1, { histogram: [0, 0, 1, 0, 9] })),
  ...HIDDEN.map((id) => aJoke(id, { status: 'pending' })),
]);

const several = z.object({ jokes: z.array(z.object({ joke_id: z.int() })) });
/** The ids of the jokes that a query gets. */
async function drawn(query: string): Promise<number[]> {
  const { status, body } = await running.api.request(`/jokes/random?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return several.parse(body).jokes.map(({ joke_id }) => joke_id);
}
const byNumber = (a: number, b: number) => a - b;
const list = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).join(',');

describe.each([
  ['several random facts', ''],
  ['several facts to discover', '&mix=discover'],
])('%s', (_what, mix) => {
  test('are as many as asked for, approved, and none twice', { tags: 'S2' }, async () => {
    for (const amount of [1, 2, 7, 20]) {
      const ids = await drawn(`amount=${amount}${mix}`);
      expect(ids).toHaveLength(amount);
      expect(new Set(ids).size).toBe(amount);
      expect(ids.filter((id) => HIDDEN.includes(id))).toEqual([]);
    }
  });

  test('are all facts of a site that has fewer', async () => {
    await running.refill([aJoke(1), aJoke(2), aJoke(3, { status: 'rejected' })]);
    expect((await drawn(`amount=20${mix}`)).toSorted(byNumber)).toEqual([1, 2]);
    await running.refill([]);
    expect((await running.api.request(`/jokes/random?amount=2${mix}`)).status).toBe(404);
  });

  test('are others than the excluded ones, unless there are no others', async () => {
    expect((await drawn(`amount=20&exclude=${list(1, 28)}${mix}`)).toSorted(byNumber)).toEqual([
      29, 30,
    ]);
    expect(new Set(await drawn(`amount=20&exclude=${list(1, 40)}${mix}`)).size).toBe(20);
  });

  test('cost three reads on a cold instance and none on a warm one', async () => {
    for (const reads of [3, 0]) {
      running.site.firestore.resetRecords();
      await drawn(`amount=20${mix}`);
      expect(running.site.firestore.totals().reads).toBe(reads);
    }
  });

  test('are complete although some documents are malformed', { tags: 'S20' }, async () => {
    const { db } = running.api.context;
    const batch = db.batch();
    for (let id = 1; id <= 15; id += 1) {
      batch.set(db.doc(`jokes/${id}`), { joke_text: id, updated_at: new Date() });
    }
    await batch.commit();
    const ids = await drawn(`amount=15${mix}`);
    expect(ids.toSorted(byNumber).join()).toBe(list(16, 30));
  });
});

test('one random fact leaves out up to 500 excluded ones without a mix, too', async () => {
  const numbers = `${list(1, 29)},${list(999_999_000, 999_999_470)}`;
  expect(numbers.split(',')).toHaveLength(500);
  const { body } = await running.api.request(`/jokes/random?exclude=${numbers}`);
  expect(body).toMatchObject({ joke_id: 30 });
});

test('without an amount the response is one fact, with any amount a list; the contract describes both', async () => {
  const { output } = endpoints.getRandomJoke;
  const one = output.parse((await running.api.request('/jokes/random')).body);
  expect('jokes' in one).toBe(false);
  const response = await running.api.request('/jokes/random?amount=1');
  expect('jokes' in output.parse(response.body)).toBe(true);
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

test('each fact is in a list of several as often as any other', async () => {
  const counts = new Map<number, number>();
  for (let times = 0; times < 300; times += 1) {
    for (const id of await drawn('amount=10')) counts.set(id, (counts.get(id) ?? 0) + 1);
  }
  // 100 times on average, with a standard deviation of 8.
  expect(counts.size).toBe(30);
  expect(Math.min(...counts.values())).toBeGreaterThan(60);
  expect(Math.max(...counts.values())).toBeLessThan(140);
});

test.each([
  'amount=0',
  'amount=21',
  'amount=1e9',
  'amount=-1',
  'amount=1.5',
  'amount=',
  'amount=1&amount=2',
  `exclude=${list(1, 501)}`,
  'exclude=beard',
  'exclude=0',
  'exclude=1,,2',
  'mix=other',
])('%s is refused', { tags: 'S13' }, async (query) => {
  const { status, body } = await running.api.request(`/jokes/random?${query}`);
  expect(status).toBe(422);
  expect(body).toMatchObject({ detail: [{ loc: ['query', query.split('=')[0]] }] });
});
