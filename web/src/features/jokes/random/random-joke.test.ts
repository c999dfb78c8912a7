import { expect, test } from 'vitest';
import { exampleJoke } from '../../../testing/jokes.ts';
import { drawUnseen } from './random-joke.ts';

/** Draws these ids in order. */
function drawing(...ids: number[]) {
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error('Drawn too often');
    return Promise.resolve(exampleJoke({ joke_id: id }));
  };
}

test('the joke that was shown longest ago returns after four draws of shown ones, and half of them are forgotten', async () => {
  const seen: number[] = [];
  const draws = [[1], [1, 2], [2, 1, 3], [3, 3, 1, 4], [5], [1, 5, 6], [2, 4, 6, 7], [7, 3, 5, 2]];
  for (const [index, ids] of draws.entries()) {
    const expected = index < 7 ? index + 1 : 2;
    expect((await drawUnseen(drawing(...ids), seen)).joke_id).toBe(expected);
  }
  expect(seen).toEqual([5, 6, 7, 2]);
});

test('at most a hundred jokes are remembered', async () => {
  const seen = Array.from({ length: 100 }, (_, index) => index + 1);
  await drawUnseen(drawing(101), seen);
  expect(seen).toHaveLength(100);
  expect(seen[0]).toBe(2);
});

test('on a site with two hundred jokes, the first fifty have no repeats', async () => {
  let state = 7;
  const anyJoke = () => {
    state = (state * 48_271) % 2_147_483_647;
    return Promise.resolve(exampleJoke({ joke_id: (state % 200) + 1 }));
  };
  const seen: number[] = [];
  for (let count = 0; count < 50; count += 1) await drawUnseen(anyJoke, seen);
  expect(new Set(seen).size).toBe(50);
});
