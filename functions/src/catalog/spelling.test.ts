import { expect, test } from 'vitest';
import { correctionsOf, likelihoodOf } from './spelling.ts';

test.each([
  ['roundhosue', 'roundhouse', 'two swapped letters'],
  ['kcik', 'kick', 'two swapped letters'],
  ['dor', 'door', 'a missing letter'],
  ['fsh', 'fish', 'a missing vowel'],
  ['nok', 'knock', 'two missing letters'],
  ['pankakes', 'pancakes', 'a wrong letter'],
  ['storry', 'story', 'an additional letter'],
  ['flod', 'folded', 'two swapped letters of an incomplete word'],
  ['kangaru', 'kangaroo', 'two wrong letters of a long word'],
  ['copy', 'copies', 'another number'],
])('%s may mean %s: %s', (typed, meant) => {
  expect(likelihoodOf(typed, meant)).toBeGreaterThan(0);
});

test.each([
  ['kick', 'pick'],
  ['beer', 'bee'],
  ['dor', 'for'],
  ['god', 'gold'],
  ['nok', 'no'],
  ['lee', 'elephant'],
  ['roundhosue', 'roundabout'],
])('%s does not mean %s', (typed, meant) => {
  expect(likelihoodOf(typed, meant)).toBe(0);
});

test(
  'however many words are typed, each word of the vocabulary is looked at once',
  { tags: 'P22' },
  async () => {
    let pauses = 0;
    const words = Array.from({ length: 10_000 }, (_, at) => ({ text: `word${at}`, texts: 1 }));
    const vocabulary = new Map(words.map((word) => [word.text, word]));
    const typed = Array.from({ length: 100 }, (_, at) => `wrod${at}`);
    const found = await correctionsOf(typed, vocabulary, async () => void (pauses += 1));
    expect(pauses).toBe(50);
    expect(found.get('wrod1')?.map(({ word }) => word.text)).toContain('word1');
  },
);

test('a word may mean two that are written together', async () => {
  const words = ['butter', 'knife'].map((text) => ({ text, texts: 2 }));
  const vocabulary = new Map(words.map((word) => [word.text, word]));
  const found = await correctionsOf(['butterknife'], vocabulary, () => Promise.resolve());
  expect(found.get('butterknife')?.map(({ word }) => word.text)).toEqual(['butter knife']);
});
