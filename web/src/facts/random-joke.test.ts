import { expect, test } from 'vitest';
import { exampleJoke } from '../testing/jokes.ts';
import { drawUnknown, excludedOf } from './random-joke.ts';

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
