import { expect, test } from 'vitest';
import { pageNumberOf, pagesAround, slidingPages, typedPage } from './page-numbers.ts';

test.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [3, 5, '1 2 3 4 5'],
  [1, 23, '1 2 3 23'],
  [4, 23, '1 2 3 4 5 6 23'],
  [5, 23, '1 3 4 5 6 7 23'],
  [12, 23, '1 10 11 12 13 14 23'],
  [19, 23, '1 17 18 19 20 21 23'],
  [20, 23, '1 18 19 20 21 22 23'],
  [23, 23, '1 21 22 23'],
])('the pages around page %i of %i are %s', (page, pages, row) => {
  expect(pagesAround(page, pages).join(' ')).toBe(row);
});

test.each([
  ['1', 1],
  ['23', 23],
  [' 7 ', 7],
  ['007', 7],
])('%j is a valid page', (text, page) => {
  expect(typedPage(text, 23)).toBe(page);
});

test.each(['', '0', '24', '-1', '1.5', '1e1', 'two', '99999999999999999999'])(
  '%j is ignored as a page',
  (text) => {
    expect(typedPage(text, 23)).toBeUndefined();
  },
);

test.each(['1', '2', '999', '1000000'])('?page=%s is that page', (page) => {
  expect(pageNumberOf(new URLSearchParams({ page }))).toBe(Number(page));
});

test.each(['', '0', '-1', '1.5', '1e3', ' 2', '02', 'abc'])('?page=%s is page 1', (page) => {
  expect(pageNumberOf(new URLSearchParams({ page }))).toBe(1);
});

test.each(['1000001', '9'.repeat(40)])('?page=%s is the highest page of the API', (page) => {
  expect(pageNumberOf(new URLSearchParams({ page }))).toBe(1_000_000);
});

test('without a page it is page 1', () => {
  expect(pageNumberOf(new URLSearchParams())).toBe(1);
});

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
])('around page %i of %i, the sliding pages are %j', (page, pages, expected) => {
  expect(slidingPages(page, pages)).toEqual(expected);
});
