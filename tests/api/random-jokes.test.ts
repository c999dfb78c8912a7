import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
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
  const filter = () => (tested += 1) > 0;
  await jokes.random({ filter });
  expect(tested).toBe(1);
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
