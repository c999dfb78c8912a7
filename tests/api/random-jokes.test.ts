import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { endpoints } from '../../functions/src/contract/index.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([
  ...Array.from({ length: 30 }, (_, at) => aJoke(at + 1, { histogram: [0, 0, 1, 0, 9] })),
  aJoke(31, { status: 'pending' }),
]);

const several = z.object({ jokes: z.array(z.object({ joke_id: z.int() })) });
/** The ids of the jokes that a query gets, in order. */
async function drawn(query: string): Promise<number[]> {
  const { status, body } = await running.api.request(`/jokes/random?${query}`);
  expect([query, status]).toEqual([query, 200]);
  return several
    .parse(body)
    .jokes.map(({ joke_id }) => joke_id)
    .toSorted((a, b) => a - b);
}
const list = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, at) => from + at).join(',');

describe.each([
  ['several random facts', ''],
  ['several facts to discover', '&mix=discover'],
])('%s', (_what, mix) => {
  test('are as many as asked for, none twice, or all of a site that has fewer', async () => {
    expect(new Set(await drawn(`amount=20${mix}`)).size).toBe(20);
    await running.refill([aJoke(1), aJoke(2), aJoke(3, { status: 'rejected' })]);
    expect(await drawn(`amount=20${mix}`)).toEqual([1, 2]);
    await running.refill([]);
    expect((await running.api.request(`/jokes/random?amount=2${mix}`)).status).toBe(404);
  });

  test('are others than the excluded ones, unless there are no others', async () => {
    expect(await drawn(`amount=20&exclude=${list(1, 28)}${mix}`)).toEqual([29, 30]);
    expect(new Set(await drawn(`amount=20&exclude=${list(1, 40)}${mix}`)).size).toBe(20);
  });
});

test('without an amount the response is one fact, with any amount a list; the contract describes both', async () => {
  const { output } = endpoints.getRandomJoke;
  const exclude = `${list(1, 29)},${list(999_999_000, 999_999_470)}`;
  const one = await running.api.request(`/jokes/random?exclude=${exclude}`);
  expect(output.parse(one.body)).toMatchObject({ joke_id: 30 });
  const list1 = await running.api.request('/jokes/random?amount=1');
  expect('jokes' in output.parse(list1.body)).toBe(true);
});

describe('a fact to discover', () => {
  const CONTENDER = 0;
  const NEWCOMER = 0.85;
  const ANY = 0.95;

  /** What an instance draws from these numbers in turn. */
  async function draw(numbers: readonly number[], exclude = '') {
    const left = [...numbers];
    await running.restart({ random: () => left.shift() ?? 0 });
    const path = `/jokes/random?mix=discover${exclude && `&exclude=${exclude}`}`;
    return z.object({ joke_id: z.int() }).parse((await running.api.request(path)).body).joke_id;
  }

  const best = aJoke(7, { histogram: [0, 0, 0, 0, 40] });
  const rated = (id: number) => aJoke(id, { histogram: [30, 10, 5, 0, 0] });

  beforeEach(() =>
    running.refill(
      [...Array.from({ length: 150 }, (_, at) => rated(at + 1)), aJoke(151)].with(6, best),
    ),
  );

  test('is mostly one of those that may be the best, one in ten times a new one, one in ten times any', async () => {
    expect(await draw([CONTENDER, 0])).toBe(7);
    expect(await draw([NEWCOMER, 0.5])).toBe(151);
    expect(await draw([ANY, 0.5])).toBe(76);
  });

  test('was not just seen, unless every joke was', async () => {
    expect(await draw([CONTENDER, 0], '7')).not.toBe(7);
    expect(await draw([ANY, 0.5], '76')).toBe(77);
    await running.refill([aJoke(1)]);
    expect(await draw([CONTENDER, 0, 0], '1')).toBe(1);
  });
});
