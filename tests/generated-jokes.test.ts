import { describe, expect, test } from 'vitest';
import { generateJokes, generateTexts, TEXT_CAPACITY } from './support/generated-jokes.ts';

const COUNT = 100_000;

describe('generated texts', () => {
  const texts = [...generateTexts(COUNT)];

  test('are 100,000 texts that differ in more than case', () => {
    expect(texts).toHaveLength(COUNT);
    expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(COUNT);
  });

  test('do not repeat before 200,000', () => {
    expect(TEXT_CAPACITY).toBeGreaterThanOrEqual(200_000);
  });

  test('are clean and have 30 to 300 characters', () => {
    for (const text of texts) {
      if (text.length < 30 || text.length > 300) expect.fail(`${text.length}: ${text}`);
      if (text !== text.trim() || text !== text.normalize('NFC')) expect.fail(text);
      if (/[\p{C}\p{Zl}\p{Zp}]|\s{2}/u.test(text)) expect.fail(text);
    }
  });

  test('vary in length, case and accents, to exercise the search', () => {
    const few = texts.slice(0, 1_000);
    expect(few.some((text) => text.length < 60)).toBe(true);
    expect(few.some((text) => text.length > 200)).toBe(true);
    for (const word of ['café', 'naïve', 'ÜBER', 'crème', 'jalapeño', 'smörgåsbord', 'Ångström']) {
      expect(few.some((text) => text.includes(word))).toBe(true);
    }
  });
});

describe('generated jokes', () => {
  const options = { count: 5_000, pendingShare: 0.05, rejectedShare: 0.1 };
  const jokes = [...generateJokes(options)];
  const shareOf = (status: string) =>
    jokes.filter((joke) => joke.status === status).length / jokes.length;

  test('are the same for the same options', () => {
    expect([...generateJokes(options)]).toEqual(jokes);
  });

  test('are generated one at a time', () => {
    const iterator = generateJokes({ count: TEXT_CAPACITY })[Symbol.iterator]();
    expect(iterator.next().value?.joke_id).toBe(1);
  });

  test('are numbered 1 to n in strict order of creation from 2005 to 2026', () => {
    let before = Date.UTC(2005, 0, 1);
    for (const [index, joke] of jokes.entries()) {
      expect(joke.joke_id).toBe(index + 1);
      expect(joke.created_at.getTime()).toBeGreaterThan(before);
      before = joke.created_at.getTime();
    }
    expect(before).toBeLessThan(Date.UTC(2026, 10, 1));
  });

  test('are pending and rejected in the requested shares', () => {
    expect(shareOf('pending')).toBeCloseTo(0.05, 1);
    expect(shareOf('rejected')).toBeCloseTo(0.1, 1);
    const all = [...generateJokes({ count: 500, pendingShare: 0, rejectedShare: 0 })];
    expect(all.every((joke) => joke.status === 'approved')).toBe(true);
  });

  test.each([0.05, 0.1, 0.18])('are pending only in 2026, at a share of %d', (pendingShare) => {
    const pending = [...generateJokes({ count: 2_000, pendingShare })].filter(
      (joke) => joke.status === 'pending',
    );
    expect(pending.length / 2_000).toBeCloseTo(pendingShare, 1);
    for (const joke of pending) expect(joke.created_at.getUTCFullYear()).toBe(2026);
  });

  test('have votes and an approval date only if approved', () => {
    for (const { status, histogram, approved_at, created_at } of jokes) {
      for (const count of histogram) expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      if (status === 'approved') {
        expect(approved_at?.getTime()).toBeGreaterThan(created_at.getTime());
      } else {
        expect(histogram).toEqual([0, 0, 0, 0, 0]);
        expect(approved_at).toBeNull();
      }
    }
  });
});
