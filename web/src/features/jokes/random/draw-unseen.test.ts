import { expect, test } from 'vitest';
import { exampleJoke } from '../../../testing/jokes.ts';
import { drawUnseen } from './draw-unseen.ts';

/** Draws these ids one after the other. */
function drawing(...ids: number[]) {
  return () => {
    const id = ids.shift();
    if (id === undefined) throw new Error('Drawn too often');
    return Promise.resolve(exampleJoke({ joke_id: id }));
  };
}

test('what was not shown before is taken at once, and remembered', async () => {
  const seen = [1, 2];
  expect(await drawUnseen(drawing(3), seen)).toMatchObject({ joke_id: 3 });
  expect(seen).toEqual([1, 2, 3]);
});

test('what was shown is passed over', async () => {
  expect(await drawUnseen(drawing(2, 1, 3), [1, 2])).toMatchObject({ joke_id: 3 });
});

test('where all come again, the one shown longest ago is taken, and half of the memory goes', async () => {
  const seen = [1, 2, 3, 4];
  expect(await drawUnseen(drawing(4, 2, 3, 4), seen)).toMatchObject({ joke_id: 2 });
  expect(seen).toEqual([3, 4, 2]);
});

test('a hundred facts are remembered, no more', async () => {
  const seen = Array.from({ length: 100 }, (_, index) => index + 1);
  await drawUnseen(drawing(101), seen);
  expect(seen).toHaveLength(100);
  expect(seen[0]).toBe(2);
});

test('no fact comes twice among the first fifty of a site with two hundred', async () => {
  let state = 7;
  const anyFact = () => {
    state = (state * 48_271) % 2_147_483_647;
    return Promise.resolve(exampleJoke({ joke_id: (state % 200) + 1 }));
  };
  const seen: number[] = [];
  for (let count = 0; count < 50; count += 1) await drawUnseen(anyFact, seen);
  expect(new Set(seen).size).toBe(50);
});
