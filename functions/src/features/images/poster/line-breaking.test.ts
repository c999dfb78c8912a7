import { expect, test } from 'vitest';
import { breakLines } from './line-breaking.ts';

test('lines have about the same width, instead of full lines and a short rest', () => {
  expect(breakLines([3, 3, 3, 3, 3, 3], 1, 17)).toEqual([0, 3]);
  expect(breakLines([4, 4, 4, 1, 1], 1, 14)).toEqual([0, 2]);
});

test('what fits on one line stays on one line', () => {
  expect(breakLines([3, 4, 5], 1, 14)).toEqual([0]);
});

test('a word that is wider than a line is alone on its line', () => {
  expect(breakLines([2, 20, 2], 1, 10)).toEqual([0, 1, 2]);
});

test('no words make no lines', () => {
  expect(breakLines([], 1, 10)).toEqual([]);
});
