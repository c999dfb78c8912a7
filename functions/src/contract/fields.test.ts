import { describe, expect, test } from 'vitest';
import { day, moment, momentWithOffset } from './fields.ts';

describe('a moment can be stored', () => {
  test.each([
    ['the first', '0001-01-01T00:00:00Z'],
    ['the last', '9999-12-31T23:59:59.999999999Z'],
    ['of a leap day', '0004-02-29T20:00:00Z'],
  ])('%s', (_which, text) => {
    expect(moment.safeParse(text).success).toBe(true);
    expect(momentWithOffset.safeParse(text).success).toBe(true);
    expect(day.safeParse(text.slice(0, 10)).success).toBe(true);
  });

  test('with an offset where that is allowed', () => {
    for (const text of ['0001-01-01T01:00:00+01:00', '9999-12-31T22:59:59-01:00']) {
      expect(momentWithOffset.safeParse(text).success, text).toBe(true);
      expect(moment.safeParse(text).success, text).toBe(false);
    }
  });
});

describe('a moment is refused, with one problem', () => {
  const NO_TIME = 'Must be a time such as 2026-01-31T12:00:00Z';
  const YEARS = 'Must be in the years 1 to 9999';
  test.each([
    ['before the year 1', '0000-02-29T20:00:00Z', YEARS],
    ['before the year 1 because of its offset', '0001-01-01T00:00:00+01:00', YEARS],
    ['after the year 9999 because of its offset', '9999-12-31T23:59:59-01:00', YEARS],
    ['of a year with six digits', '+010000-01-01T00:00:00Z', NO_TIME],
    ['in a leap second', '2016-12-31T23:59:60Z', NO_TIME],
    ['at 24:00', '2025-01-01T24:00:00Z', NO_TIME],
    ['of a day that does not exist', '2025-02-30T00:00:00Z', NO_TIME],
  ])('%s', (_which, text, message) => {
    expect(momentWithOffset.safeParse(text).error?.issues).toMatchObject([{ message }]);
    expect(moment.safeParse(text).success).toBe(false);
  });

  test.each([
    ['a day before the year 1', '0000-12-31', YEARS],
    ['a day that does not exist', '2025-02-30', 'Must be a day such as 2026-01-31'],
  ])('%s', (_which, text, message) => {
    expect(day.safeParse(text).error?.issues).toMatchObject([{ message }]);
  });
});
