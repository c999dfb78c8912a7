import { describe, expect, test } from 'vitest';
import {
  averageText,
  countText,
  dayText,
  localDayText,
  momentText,
  numberText,
  shorten,
} from './format.ts';

describe('whatever the language of the browser', () => {
  test('numbers have commas', () => {
    expect([0, 1_204, 1_234_567].map(numberText)).toEqual(['0', '1,204', '1,234,567']);
  });

  test('one of a thing is singular', () => {
    expect([0, 1, 1_204].map((count) => countText(count, 'vote'))).toEqual([
      '0 votes',
      '1 vote',
      '1,204 votes',
    ]);
    expect(countText(2, 'fact waits', 'facts wait')).toBe('2 facts wait');
  });

  test('an average has one decimal', () => {
    expect([0, 4.64, 5].map(averageText)).toEqual(['0.0/5', '4.6/5', '5.0/5']);
  });

  test('a day in UTC has its month in words, with or without a time', () => {
    expect(dayText('2026-11-23')).toBe('November 23, 2026');
    expect(dayText('2026-11-23T23:59:59Z')).toBe('November 23, 2026');
  });

  test('days and moments are also shown in the reader’s time zone', () => {
    // Without a zone, both are in the reader's.
    expect(localDayText('2026-11-03T14:05:00')).toBe('Nov 3, 2026');
    expect(momentText('2026-11-03T14:05:00').replace(/\s/gu, ' ')).toBe('Nov 3, 2026, 2:05 PM');
  });
});

test.each([
  ['short enough', 20, 'short enough'],
  ['two\n\n lines', 20, 'two lines'],
  ['one two three', 13, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one two three', 8, 'one two…'],
  ['one two three', 7, 'one…'],
  ['unbreakable', 5, 'unbr…'],
  ['😀😀😀😀', 3, '😀😀…'],
])('%j shortened to %i characters is %j', (text, maximum, expected) => {
  expect(shorten(text, maximum)).toBe(expected);
});
