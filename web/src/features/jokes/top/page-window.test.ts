import { expect, test } from 'vitest';
import { pageWindow } from './page-window.ts';

test.each([
  [1, 10, [1, 2, 3, 4, 5]],
  [2, 10, [1, 2, 3, 4, 5]],
  [3, 10, [1, 2, 3, 4, 5]],
  [4, 10, [2, 3, 4, 5, 6]],
  [6, 10, [4, 5, 6, 7, 8]],
  [8, 10, [6, 7, 8, 9, 10]],
  [9, 10, [6, 7, 8, 9, 10]],
  [10, 10, [6, 7, 8, 9, 10]],
  [1, 1, [1]],
  [2, 3, [1, 2, 3]],
  [5, 5, [1, 2, 3, 4, 5]],
])('on page %i of %i there are buttons for %j', (page, pages, expected) => {
  expect(pageWindow(page, pages)).toEqual(expected);
});
