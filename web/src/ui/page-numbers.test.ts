import { expect, test } from 'vitest';
import { pageNumberOf, typedPage } from './page-numbers.ts';

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
