import { describe, expect, test } from 'vitest';
import facts from './facts.json' with { type: 'json' };
import { seedJokes, type SeedJoke } from './index.ts';

const jokes = seedJokes();
const withStatus = (status: SeedJoke['status']) => jokes.filter((joke) => joke.status === status);
const votes = (joke: SeedJoke) => joke.histogram.reduce((sum, count) => sum + count, 0);
const mean = (joke: SeedJoke) =>
  joke.histogram.reduce((sum, count, index) => sum + count * (index + 1), 0) / votes(joke);
const texts = jokes.map((joke) => joke.joke_text);

describe('the written facts', () => {
  test('number at least 300 approved, 12 pending and 6 rejected', () => {
    expect(withStatus('approved').length).toBeGreaterThanOrEqual(300);
    expect(withStatus('pending').length).toBeGreaterThanOrEqual(12);
    expect(withStatus('rejected').length).toBeGreaterThanOrEqual(6);
  });

  test('are all seeded, each once', () => {
    const { timeless, ...others } = facts;
    const written = [...Object.values(others), ...Object.values(timeless)].flat();
    expect(texts.toSorted()).toEqual(written.toSorted());
  });

  test('differ in more than case', () => {
    expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(texts.length);
  });

  test('can all be submitted unchanged', () => {
    const graphemes = new Intl.Segmenter('en');
    for (const text of texts) {
      const characters = [...graphemes.segment(text)].length;
      expect(characters, text).toBeGreaterThanOrEqual(10);
      expect(characters, text).toBeLessThanOrEqual(500);
      expect(text).toBe(text.trim());
      expect(text).toBe(text.normalize('NFC'));
      expect(text).not.toMatch(/[\p{C}\p{Zl}\p{Zp}]|\s{2}/u);
    }
  });

  test('have typographic quotes and no emoji', () => {
    for (const text of texts) expect(text).not.toMatch(/['"`]|\p{Extended_Pictographic}/u);
  });

  test('vary in length from one-liners to short stories', () => {
    expect(texts.some((text) => text.length <= 20)).toBe(true);
    expect(texts.filter((text) => text.length >= 350).length).toBeGreaterThanOrEqual(5);
  });
});

describe('the seed', () => {
  test('is the same on every call, and nothing is shared between calls', () => {
    const again = seedJokes();
    expect(again).toEqual(jokes);
    expect(again[0]?.created_at).not.toBe(jokes[0]?.created_at);
  });

  test('numbers the jokes 1 to n in strict order of creation', () => {
    expect(jokes.map((joke) => joke.joke_id)).toEqual(jokes.map((_, index) => index + 1));
    for (const [index, joke] of jokes.entries()) {
      const before = jokes[index - 1]?.created_at.getTime() ?? 0;
      expect(joke.created_at.getTime()).toBeGreaterThan(before);
    }
  });

  test('dates everything from 2005 to October 2026', () => {
    for (const joke of jokes) {
      expect(joke.created_at.toISOString() >= '2005').toBe(true);
      expect(joke.updated_at.toISOString() < '2026-11').toBe(true);
    }
  });

  test('booms from 2005 to 2007 and again after the relaunch in 2025', () => {
    const between = (from: number, to: number) =>
      jokes.filter(({ created_at: at }) => at.getUTCFullYear() >= from && at.getUTCFullYear() <= to)
        .length;
    expect(between(2005, 2007) / 3).toBeGreaterThan((between(2008, 2024) / 17) * 5);
    expect(between(2025, 2026) / 2).toBeGreaterThan((between(2008, 2024) / 17) * 5);
  });

  test('approves an approved joke after its creation, and no other', () => {
    for (const joke of jokes) {
      if (joke.status === 'approved') {
        expect(joke.approved_at?.getTime()).toBeGreaterThan(joke.created_at.getTime());
        expect(joke.updated_at).toEqual(joke.approved_at);
      } else {
        expect(joke.approved_at).toBeNull();
      }
    }
  });

  test('leaves only recent jokes pending', () => {
    for (const joke of withStatus('pending')) {
      expect(joke.created_at.getUTCFullYear()).toBe(2026);
      expect(joke.updated_at).toEqual(joke.created_at);
    }
  });

  test('shows the favorites first on the newest page', () => {
    const firstPage = withStatus('approved').slice(-20);
    for (const joke of firstPage) expect(facts.favorites).toContain(joke.joke_text);
  });

  test('gives only approved jokes votes, as whole numbers', () => {
    for (const joke of jokes) {
      expect(joke.histogram).toHaveLength(5);
      for (const count of joke.histogram) {
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }
      if (joke.status !== 'approved') expect(votes(joke)).toBe(0);
    }
  });

  test('ranges from jokes without votes to jokes with thousands', () => {
    const counts = withStatus('approved').map(votes);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThanOrEqual(3);
    expect(counts.filter((count) => count > 2000).length).toBeGreaterThanOrEqual(10);
    expect(Math.max(...counts)).toBeLessThan(10_000);
    expect(
      withStatus('approved')
        .slice(-10)
        .map(votes)
        .filter((count) => count <= 5),
    ).not.toEqual([]);
  });

  test('rates well-known jokes between 2.3 and 4.8 stars, and the favorites above 4.3', () => {
    const wellKnown = withStatus('approved').filter((joke) => votes(joke) >= 50);
    expect(wellKnown.length).toBeGreaterThan(200);
    for (const joke of wellKnown) {
      expect(mean(joke)).toBeGreaterThan(2.3);
      expect(mean(joke)).toBeLessThan(4.8);
      if (facts.favorites.includes(joke.joke_text)) expect(mean(joke)).toBeGreaterThan(4.3);
    }
  });
});
