import { describe, expect, test } from 'vitest';
import { facts } from './facts.ts';
import { seedJokes, type SeedJoke } from './index.ts';

const jokes = seedJokes();
const votes = (joke: SeedJoke) => joke.histogram.reduce((sum, count) => sum + count, 0);

describe('the seed', () => {
  test('has every written fact once', () => {
    const texts = jokes.map((joke) => joke.joke_text);
    expect(texts.toSorted()).toEqual(facts.map(({ text }) => text).toSorted());
  });

  test('numbers the jokes 1 to n in strict order of creation', () => {
    expect(jokes.map((joke) => joke.joke_id)).toEqual(jokes.map((_, index) => index + 1));
    for (const [index, joke] of jokes.entries()) {
      const before = jokes[index - 1]?.created_at.getTime() ?? 0;
      expect(joke.created_at.getTime()).toBeGreaterThan(before);
    }
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

  test('gives only approved jokes votes, as whole numbers', () => {
    for (const joke of jokes) {
      expect(joke.histogram).toHaveLength(5);
      for (const count of joke.histogram) {
        expect(Number.isSafeInteger(count) && count >= 0).toBe(true);
      }
      if (joke.status !== 'approved') expect(votes(joke)).toBe(0);
    }
  });
});
