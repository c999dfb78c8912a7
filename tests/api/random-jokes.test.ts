import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Tag } from '../../functions/src/domain/index.ts';
import { createServices } from '../../functions/src/site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([
  ...Array.from({ length: 30 }, (_, at) => aJoke(at + 1, { histogram: [0, 0, 1, 0, 9] })),
  aJoke(31, { status: 'pending' }),
]);

test('a site without approved facts has no random one', async () => {
  await running.refill([aJoke(1, { status: 'pending' })]);
  expect((await running.api.request('/jokes/random')).status).toBe(404);
});

test('a random fact is drawn without testing all', { tags: 'P26' }, async () => {
  const { jokes } = createServices(running.api.context);
  let tested = 0;
  const tag: Tag[] = ['food'];
  tag.some = () => (tested += 1) > 0;
  await jokes.random({ tag });
  expect(tested).toBe(1);
});

test('a random fact has a name in place of his, if it reads well with it', async () => {
  await running.refill([
    aJoke(1, { joke_text: 'Chuck Norris counts to $& twice.' }),
    aJoke(2, { joke_text: 'Chuck Norris sleeps. He wins.' }),
  ]);
  const draw = async (name: string) =>
    (await running.api.request(`/jokes/random?${new URLSearchParams({ name })}`)).body;
  for (let draws = 0; draws < 20; draws += 1) {
    expect(await draw(' $1 O’Ada ')).toMatchObject({ joke_text: '$1 O’Ada counts to $& twice.' });
  }
  for (const name of ['<b>', 'x'.repeat(61), 'a\0b']) {
    expect(await draw(name)).toMatchObject({ detail: [{ loc: ['query', 'name'] }] });
  }
});

test('what jQuery adds to a query against caches is ignored', { tags: 'S13' }, async () => {
  for (const path of [
    '/jokes/random?_=1',
    '/jokes?page=1&_=2',
    '/openapi.json?_=3',
    '/jokes/1?_=',
  ]) {
    expect((await running.api.request(path)).status, path).toBe(200);
  }
  expect((await running.api.request('/jokes/random?__=1')).status).toBe(422);
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
    expect(await draw([ANY, 0.5, 0.9], '76')).toBe(136);
    const allButOne = Array.from({ length: 150 }, (_, at) => at + 1);
    expect(await draw([CONTENDER, 0], allButOne.join())).toBe(151);
    await running.refill([aJoke(1)]);
    expect(await draw([CONTENDER, 0, 0], '1')).toBe(1);
  });
});
