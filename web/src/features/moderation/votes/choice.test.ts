import { describe, expect, test } from 'vitest';
import { choiceText, firstTime, groupName, previewText, timeOf } from './choice.ts';

const shown = { from: '2026-11-12T00:00:00.000Z', to: '2026-11-26T00:00:00.000Z' };
const NOW = Date.parse('2026-11-25T12:00:30Z');

describe('the time that is first offered', () => {
  test('is the unusual day', () => {
    const unusual_at = '2026-11-24T09:15:00.000Z';
    expect(firstTime({ ...shown, unusual_at }, NOW)).toEqual({
      from: '2026-11-24T00:00',
      to: '2026-11-25T00:00',
    });
  });

  test('ends two minutes ago at the latest', () => {
    const unusual_at = '2026-11-25T09:15:00.000Z';
    expect(firstTime({ ...shown, unusual_at }, NOW)).toEqual({
      from: '2026-11-25T00:00',
      to: '2026-11-25T11:58',
    });
  });

  test('is everything that is shown if no day is unusual', () => {
    expect(firstTime({ ...shown, unusual_at: null }, NOW)).toEqual({
      from: '2026-11-12T00:00',
      to: '2026-11-25T11:58',
    });
  });
});

test('fields are in UTC, and an empty one is no time', () => {
  expect(timeOf('2026-11-24T09:15')).toBe('2026-11-24T09:15:00.000Z');
  expect(timeOf('')).toBe('');
});

test('a choice says its time, and stars and group if they restrict it', () => {
  const choice = { ...shown, stars: [5, 4], group: 171 };
  // Its dates are in the reader's language.
  expect(choiceText(choice)).toMatch(/^.*2026.* UTC to .*2026.* UTC, 4 and 5 stars, group 171$/);
  expect(choiceText({ ...choice, stars: [1] })).toContain(', 1 star, ');
  expect(choiceText({ ...choice, stars: [1, 2, 3, 4, 5], group: null })).toMatch(/ UTC$/);
  expect(groupName(null)).toBe('Unknown');
});

test('a preview says how many votes, and what becomes of mean and place', () => {
  const before = { num_votes: 131, rating: 4.84, rank: 1 };
  const after = { num_votes: 13, rating: 3.4, rank: 388 };
  expect(previewText({ votes: 118, before, after })).toBe(
    '118 of 131 votes; 4.8 → 3.4; no. 1 → no. 388',
  );
  const rejected = { votes: 1, before: { ...before, num_votes: 1, rank: null }, after };
  expect(previewText(rejected)).toBe('1 of 1 vote; 4.8 → 3.4');
});
