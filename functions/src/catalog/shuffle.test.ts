// @module-tag P4
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { chiSquare, criticalValue } from '../../../tests/support/chi-square.ts';
import { shuffle } from './shuffle.ts';

const shuffled = (ids: readonly number[], seed: string) =>
  shuffle(
    ids.map((joke_id) => ({ joke_id })),
    seed,
  ).map(({ joke_id }) => joke_id);

const numbers = fc.uniqueArray(fc.integer({ min: 1, max: 99_999_999 }), { minLength: 1 });
const seeds = fc.string({ minLength: 1, maxLength: 64 });

test('a seed gives all facts in one order, whatever their order was', () => {
  fc.assert(
    fc.property(numbers, seeds, (ids, seed) => {
      const order = shuffled(ids, seed);
      expect(new Set(order)).toEqual(new Set(ids));
      expect(order).toHaveLength(ids.length);
      expect(shuffled(ids.toReversed(), seed)).toEqual(order);
    }),
  );
});

test('a fact that comes or goes changes the order of no two others', () => {
  fc.assert(
    fc.property(numbers, seeds, ([one = 0, ...others], seed) => {
      const without = shuffled([one, ...others], seed).filter((id) => id !== one);
      expect(without).toEqual(shuffled(others, seed));
    }),
  );
});

test('each fact is as likely as any other to be in each place, and after each other', () => {
  const FACTS = 20;
  const SEEDS = 4_000;
  // Numbers with gaps, as of a site from which facts were taken down.
  const ids = Array.from({ length: FACTS }, (_, index) => 1 + index * (index % 3 === 0 ? 1 : 7));
  const orders = Array.from({ length: SEEDS }, (_, index) => shuffled(ids, `bot-${index}`));
  const timesOf = (valueOf: (order: number[]) => number) =>
    ids.map((id) => orders.filter((order) => valueOf(order) === id).length);
  for (const place of [0, 1, FACTS / 2, FACTS - 1]) {
    const times = timesOf((order) => order[place] ?? 0);
    expect(chiSquare(times), `place ${place}`).toBeLessThan(criticalValue(FACTS - 1));
  }
  const [first = 0] = ids;
  const after = timesOf((order) => order[(order.indexOf(first) + 1) % FACTS] ?? 0).slice(1);
  expect(chiSquare(after)).toBeLessThan(criticalValue(FACTS - 2));
  // The same seed in other places: how the orders of two seeds in a row agree.
  const moved = orders.slice(1).map((order, index) => {
    const place = (of: readonly number[]) => of.indexOf(first);
    return (place(order) - place(orders[index] ?? []) + FACTS) % FACTS;
  });
  const moves = ids.map((_, by) => moved.filter((each) => each === by).length);
  expect(chiSquare(moves)).toBeLessThan(criticalValue(FACTS - 1));
});
