import { describe, expect, test } from 'vitest';
import { DEFAULT_PRIOR, voteFields } from '../../functions/src/catalog/score.ts';
import { BEST_MARK, facts } from './facts.ts';
import { seedJokes, type SeedJoke } from './index.ts';

const jokes = seedJokes();
const withStatus = (status: SeedJoke['status']) => jokes.filter((joke) => joke.status === status);
const votes = (joke: SeedJoke) => joke.histogram.reduce((sum, count) => sum + count, 0);
const mean = (joke: SeedJoke) =>
  joke.histogram.reduce((sum, count, index) => sum + count * (index + 1), 0) / votes(joke);
const marks = new Map(facts.map(({ text, mark }) => [text, mark]));
const markOf = (joke: SeedJoke) => marks.get(joke.joke_text) ?? 0;

describe('the seed', () => {
  test('has every written fact once', () => {
    const texts = jokes.map((joke) => joke.joke_text);
    expect(texts.toSorted()).toEqual(facts.map(({ text }) => text).toSorted());
  });

  test('gives a moderator something to do', () => {
    expect(withStatus('approved').length).toBeGreaterThanOrEqual(500);
    expect(withStatus('pending').length).toBeGreaterThanOrEqual(24);
    expect(withStatus('rejected').length).toBeGreaterThanOrEqual(6);
  });

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
      expect((joke.approved_at ?? joke.created_at).toISOString() < '2026-11').toBe(true);
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
      } else {
        expect(joke.approved_at).toBeNull();
      }
    }
  });

  test('leaves only recent jokes pending', () => {
    for (const joke of withStatus('pending')) {
      expect(joke.created_at.getUTCFullYear()).toBe(2026);
    }
  });

  test('shows only good facts on the newest page', () => {
    const firstPage = withStatus('approved').slice(-20);
    for (const joke of firstPage) expect(markOf(joke)).toBeGreaterThanOrEqual(4.5);
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

  test('rates well-known jokes from below 3 to 4.8 stars, and those with the best mark above 4.3', () => {
    const wellKnown = withStatus('approved').filter((joke) => votes(joke) >= 50);
    expect(wellKnown.length).toBeGreaterThan(200);
    expect(Math.min(...wellKnown.map(mean))).toBeLessThan(3);
    for (const joke of wellKnown) {
      expect(mean(joke)).toBeGreaterThan(2.3);
      expect(mean(joke)).toBeLessThan(4.8);
      if (markOf(joke) === BEST_MARK) expect(mean(joke)).toBeGreaterThan(4.3);
    }
  });

  test('has the best facts in its Top 100', () => {
    const top = withStatus('approved')
      .map((joke) => ({ joke, score: voteFields(joke.histogram, DEFAULT_PRIOR).score }))
      .toSorted((a, b) => b.score - a.score)
      .slice(0, 100)
      .map(({ joke }) => joke);
    expect(Math.min(...top.map(markOf))).toBeGreaterThanOrEqual(3);
    expect(top.filter((joke) => markOf(joke) === BEST_MARK).length).toBeGreaterThan(30);
  });
});
