import { expect, test } from 'vitest';
import { pageNumberOf, searchOfPage } from './use-page-number.ts';

test.each(['1', '2', '999', '1000000'])('?page=%s is that page', (page) => {
  expect(pageNumberOf(new URLSearchParams({ page }))).toBe(Number(page));
});

test.each(['', '0', '-1', '1.5', '1e3', ' 2', '02', 'abc', '1000001', '9'.repeat(40)])(
  '?page=%s is page 1',
  (page) => {
    expect(pageNumberOf(new URLSearchParams({ page }))).toBe(1);
  },
);

test('without a page it is page 1, and page 1 has no query', () => {
  expect(pageNumberOf(new URLSearchParams())).toBe(1);
  expect(searchOfPage(1)).toEqual({});
  expect(searchOfPage(3)).toEqual({ page: '3' });
});
