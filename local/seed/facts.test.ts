import { describe, expect, test } from 'vitest';
import { trigramsOf } from '../../functions/src/catalog/similarity.ts';
import {
  countCharacters,
  normalizeJokeText,
  TAG_LABELS,
  TAGS,
} from '../../functions/src/domain/index.ts';
import { hintAbout } from '../../functions/src/features/hints/hints.ts';
import { facts } from './facts.ts';

const texts = facts.map(({ text }) => text);
const shown = facts.filter(({ status }) => status !== 'rejected').map(({ text }) => text);

describe('the written facts', () => {
  test('are 600', () => {
    expect(texts).toHaveLength(600);
    expect(new Set(texts.map((text) => text.toLowerCase())).size).toBe(600);
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

  test('each have a tag, unless they are rejected', () => {
    const untagged = facts.filter(({ status, tags }) => status !== 'rejected' && tags.length === 0);
    expect(untagged.map(({ text }) => text)).toEqual([]);
  });

  test('include at least fifteen safe ones for each tag', () => {
    for (const tag of TAGS) {
      const tagged = facts.filter(({ tags, safe }) => safe && tags.includes(tag));
      expect(tagged.length, TAG_LABELS[tag]).toBeGreaterThanOrEqual(15);
    }
  });

  test('get no hint from the word list', async () => {
    const hints = await Promise.all(shown.map(hintAbout));
    expect(hints.map(({ reason }) => reason).filter(Boolean)).toEqual([]);
  });
});
