import { expect, test } from 'vitest';
import years from './years.json' with { type: 'json' };

test('every year from 2005 to 2025 is listed in order, and only the first and the last are on record', () => {
  expect(years.map(({ year }) => year)).toEqual(Array.from({ length: 21 }, (_, n) => 2005 + n));
  expect(years.filter(({ onRecord }) => onRecord).map(({ year }) => year)).toEqual([2005, 2025]);
});

const products = years.flatMap(({ year, text }) =>
  [...text.matchAll(/\d+(?:\u00A0×\u00A0\d+)+/g)].map(([product]) => ({ year, product })),
);

test.each(products)('$year is $product', ({ year, product }) => {
  expect(product.split('×').reduce((result, factor) => result * Number(factor), 1)).toBe(year);
});

const isLeapYear = (year: number) => new Date(year, 1, 29).getDate() === 29;

test('every year called a leap year is one', () => {
  const called = years.filter(({ text }) => /leap year/i.test(text)).map(({ year }) => year);
  expect(called).toEqual([2008, 2012, 2024]);
  expect(called.every(isLeapYear)).toBe(true);
  expect(years.filter(({ year }) => isLeapYear(year))).toHaveLength(5);
});

function isPrime(number: number): boolean {
  for (let divisor = 2; divisor * divisor <= number; divisor += 1) {
    if (number % divisor === 0) return false;
  }
  return true;
}

test('the rest of the arithmetic is correct', () => {
  expect(2007 % 9).toBe(0);
  expect([2011, 2017, 2018 / 2, 43, 47].every(isPrime)).toBe(true);
  expect([44, 45, 46].some(isPrime)).toBe(false);
  const differ = (year: number) => new Set(String(year)).size === 4;
  expect([1987, 2013].every(differ)).toBe(true);
  expect(Array.from({ length: 25 }, (_, n) => 1988 + n).some(differ)).toBe(false);
  expect((2015).toString(2)).toBe('11111011111');
  expect((63 * 64) / 2).toBe(2016);
  const roots = Array.from({ length: 100 }, (_, n) => Math.sqrt(2001 + n));
  expect(roots.filter(Number.isInteger)).toEqual([45]);
});
