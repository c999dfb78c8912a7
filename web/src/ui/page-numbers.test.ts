import { expect, test } from 'vitest';
import { pageNumberOf, pagesAround, slidingPages, typedPage } from './page-numbers.ts';

test.each([
  [1, 10, [1, 2, 3, 4, 5], [1, 2, 3, 10]],
  [4, 10, [2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6, 10]],
  [9, 10, [6, 7, 8, 9, 10], [1, 7, 8, 9, 10]],
  [2, 3, [1, 2, 3], [1, 2, 3]],
])('on page %i of %i there are links to %j, or to %j', (page, pages, sliding, around) => {
  expect(slidingPages(page, pages)).toEqual(sliding);
  expect(pagesAround(page, pages)).toEqual(around);
});

test('a typed page is one of the pages, or ignored', () => {
  expect(['1', '23', ' 7 ', '007'].map((text) => typedPage(text, 23))).toEqual([1, 23, 7, 7]);
  for (const text of ['', '0', '24', '-1', '1.5', '1e1', 'two', '9'.repeat(20)]) {
    expect(typedPage(text, 23), text).toBeUndefined();
  }
});

test('the page in an address is a page of the API, else page 1', () => {
  const pageOf = (page: string) => pageNumberOf(new URLSearchParams({ page }));
  for (const page of ['1', '2', '1000000']) expect(pageOf(page)).toBe(Number(page));
  for (const page of ['', '0', '-1', '1.5', '1e3', ' 2', '02', 'abc']) expect(pageOf(page)).toBe(1);
  for (const page of ['1000001', '9'.repeat(40)]) expect(pageOf(page)).toBe(1_000_000);
  expect(pageNumberOf(new URLSearchParams())).toBe(1);
});
