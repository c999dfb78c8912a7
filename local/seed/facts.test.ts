import { describe, expect, test } from 'vitest';
import { trigramsOf } from '../../functions/src/catalog/similarity.ts';
import { countCharacters, normalizeJokeText } from '../../functions/src/domain/index.ts';
import { createWordListHinter } from '../../functions/src/features/hints/word-list-hints.ts';
import { facts, factsByShape } from './facts.ts';

const texts = facts.map(({ text }) => text);
const shown = facts.filter(({ status }) => status !== 'rejected').map(({ text }) => text);
const matching = (pattern: RegExp) => shown.filter((text) => pattern.test(text));

describe('the written facts', () => {
  test('are 600', () => {
    expect(texts).toHaveLength(600);
    expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(600);
  });

  test('have at least twelve shapes, none of them more than a seventh', () => {
    expect(factsByShape.size).toBeGreaterThanOrEqual(12);
    for (const [shape, those] of factsByShape) {
      expect(those.length, shape).toBeLessThanOrEqual(600 / 7);
    }
  });

  test('begin with his name in at most one of five', () => {
    const first = texts.filter((text) => /^chuck norris/i.test(text));
    expect(first.length).toBeLessThanOrEqual(120);
  });

  test.each([
    ['roundhouse kicks', /\broundhouse/i],
    ['kicks', /\bkick/i],
    ['beards', /\bbeard/i],
    ['hats', /\bhats?\b/i],
    ['cowboys', /\bcowboy/i],
    ['Texas', /\btexa[sn]/i],
    ['time', /\b(?:time|clock|noon|minute|hour|calendar|century)/i],
  ])('have at least eight about %s', (_, pattern) => {
    expect(matching(pattern).length).toBeGreaterThanOrEqual(8);
  });

  test('all name him', () => {
    for (const text of texts) expect(text).toMatch(/chuck|norris/i);
  });

  test('can all be submitted unchanged', () => {
    for (const text of texts) {
      expect(normalizeJokeText(text)).toBe(text);
      expect(countCharacters(text), text).toBeGreaterThanOrEqual(10);
      expect(countCharacters(text), text).toBeLessThanOrEqual(500);
    }
  });

  test('have typographic quotes and no emoji', () => {
    for (const text of texts) expect(text).not.toMatch(/['"`]|\p{Extended_Pictographic}/u);
  });

  test('vary in length from one-liners to short stories, some with lines of their own', () => {
    expect(shown.some((text) => text.length <= 30)).toBe(true);
    expect(shown.filter((text) => text.length >= 150).length).toBeGreaterThanOrEqual(50);
    expect(matching(/\n/).length).toBeGreaterThanOrEqual(10);
  });

  test('are not alike', () => {
    const trigrams = texts.map((text) => ({ text, of: trigramsOf(text) }));
    const alike: string[][] = [];
    for (const [index, { text, of }] of trigrams.entries()) {
      for (const other of trigrams.slice(0, index)) {
        let shared = 0;
        for (const trigram of of) if (other.of.has(trigram)) shared += 1;
        if ((2 * shared) / (of.size + other.of.size) >= 0.5) alike.push([text, other.text]);
      }
    }
    expect(alike).toEqual([]);
  });

  test('get no hint from the word list', async () => {
    const hinter = createWordListHinter();
    const reviews = await Promise.all(shown.map((text) => hinter.hint(text)));
    expect(reviews.map(({ reason }) => reason).filter(Boolean)).toEqual([]);
  });
});
