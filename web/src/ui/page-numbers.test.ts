import { expect, test } from 'vitest';
import { pageNumberOf, typedPage } from './page-numbers.ts';

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
