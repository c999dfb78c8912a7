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

test('a joke not shown before is taken immediately and remembered', async () => {
  const seen = [1, 2];
  expect(await drawUnseen(drawing(3), seen)).toMatchObject({ joke_id: 3 });
  expect(seen).toEqual([1, 2, 3]);
});

test('jokes already shown are skipped', async () => {
  expect(await drawUnseen(drawing(2, 1, 3), [1, 2])).toMatchObject({ joke_id: 3 });
});

test('if all draws repeat, the joke shown longest ago is taken and half of the memory is cleared', async () => {
  const seen = [1, 2, 3, 4];
  expect(await drawUnseen(drawing(4, 2, 3, 4), seen)).toMatchObject({ joke_id: 2 });
  expect(seen).toEqual([3, 4, 2]);
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
