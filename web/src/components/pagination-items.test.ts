import { expect, test } from 'vitest';
import { paginationItems, typedPage } from './pagination-items.ts';

const drawn = (page: number, pages: number) =>
  paginationItems(page, pages)
    .map((item) => ('page' in item ? String(item.page) : '…'))
    .join(' ');

test.each([
  [1, 1, '1'],
  [1, 2, '1 2'],
  [3, 5, '1 2 3 4 5'],
  [1, 23, '1 2 3 … 23'],
  [4, 23, '1 2 3 4 5 6 … 23'],
  [5, 23, '1 … 3 4 5 6 7 … 23'],
  [12, 23, '1 … 10 11 12 13 14 … 23'],
  [19, 23, '1 … 17 18 19 20 21 … 23'],
  [20, 23, '1 … 18 19 20 21 22 23'],
  [23, 23, '1 … 21 22 23'],
])('page %i of %i is drawn as %s', (page, pages, row) => {
  expect(drawn(page, pages)).toBe(row);
});

test('beyond the last page, only existing pages are shown', () => {
  expect(drawn(9, 3)).toBe('1 … 3');
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
