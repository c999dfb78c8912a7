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

test('a word may mean two that are written together', async () => {
  const vocabulary = new Map([
    ['butter', 2],
    ['knife', 3],
  ]);
  const found = await correctionsOf(['butterknife'], vocabulary);
  expect(found.get('butterknife')?.map(({ text }) => text)).toEqual(['butter knife']);
});
