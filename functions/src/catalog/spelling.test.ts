import { expect, test } from 'vitest';
import { correctionsOf, likelihoodOf } from './spelling.ts';

test.each([
  ['roundhosue', 'roundhouse', 'two swapped letters'],
  ['kcik', 'kick', 'two swapped letters'],
  ['dor', 'door', 'a missing letter'],
  ['nok', 'knock', 'two missing letters'],
  ['pankakes', 'pancakes', 'a wrong letter'],
  ['storry', 'story', 'an additional letter'],
  ['flod', 'folded', 'two swapped letters of an incomplete word'],
])('%s may mean %s: %s', (typed, meant) => {
  expect(likelihoodOf(typed, meant)).toBeGreaterThan(0);
});

test.each([
  ['kick', 'pick'],
  ['beer', 'bee'],
  ['dor', 'for'],
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
    let seen = 0;
    let pauses = 0;
    function* vocabulary() {
      for (let at = 0; at < 10_000; at += 1) {
        seen += 1;
        yield { text: `word${at}`, texts: 1 };
      }
    }
    const typed = Array.from({ length: 100 }, (_, at) => `wrod${at}`);
    const found = await correctionsOf(typed, vocabulary(), async () => void (pauses += 1));
    expect(seen).toBe(10_000);
    expect(pauses).toBe(50);
    expect(found.size).toBe(8);
    expect(found.get('wrod1')?.map(({ word }) => word.text)).toContain('word1');
  },
);
