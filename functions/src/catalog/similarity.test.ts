import { expect, test } from 'vitest';
import { createSimilarityIndex, trigramsOf } from './similarity.ts';

/** The similarity of two texts; 0 below `threshold`. */
function similarity(text: string, other: string, threshold = 0): number {
  const index = createSimilarityIndex(new Map([[403, other]]));
  const [found] = index.find(trigramsOf(text), threshold);
  return found?.[1] ?? 0;
}

const FACT = 'Chuck Norris’s second factor is a knock at the door. It’s the code, in person.';

test.each([
  ['case', FACT.toUpperCase()],
  ['punctuation', FACT.replaceAll(/[.,]/g, '!').replaceAll('’', "'")],
  ['line breaks', FACT.replace('. ', '.\n\n')],
  ['accents', FACT.replace('second', 'sécönd')],
  ['order', 'A knock at the door is Chuck Norris’s second factor. In person, it’s the code.'],
  ['the name', FACT.replace('Chuck Norris', 'CHUK NORIS')],
  ['half of the name', FACT.replace('Chuck Norris', 'Norris')],
  ['the name in one word', FACT.replace('Chuck Norris', 'ChuckNorris')],
  ['the possessive', FACT.replace('Norris’s', 'Norris’')],
])('%s makes no difference', (_what, other) => {
  expect(similarity(FACT, other)).toBe(1);
});

test('half the trigrams of each in common are a similarity of a half', () => {
  // " ab", "ab " and " cd", "cd "
  expect(similarity('ab cd', 'ab ef')).toBe(0.5);
  expect(similarity('ab cd', 'ab ef', 0.51)).toBe(0);
  expect(similarity('ab', 'ef')).toBe(0);
});

test.each([
  ['nothing but the name', 'Chuck Norris Chuck Norris', 'Chuck Norris!!!'],
  ['no words', '!!! ??? !!!', '!!! ??? !!!'],
  ['another script', 'Чак Норрис умеет делить на ноль.', 'чак норрис УМЕЕТ делить на ноль'],
  ['emoji', '🥋🤠🥋🤠🥋', '🥋🤠🥋🤠🥋'],
])('a text of %s is found', (_what, text, other) => {
  expect(similarity(text, other)).toBe(1);
});

test('different texts in another script are not similar', () => {
  const text = 'Чак Норрис умеет делить на ноль.';
  expect(similarity(text, 'Собака Норриса вернула палку заранее.')).toBeLessThan(0.4);
});

test('a shelf of the longest texts is indexed', () => {
  const long = (id: number) =>
    Array.from({ length: 500 }, (_, at) => String.fromCharCode(97 + ((at * id) % 26))).join('');
  const texts = new Map(Array.from({ length: 200 }, (_, id) => [200 + id, long(id + 1)]));
  const index = createSimilarityIndex(texts);
  for (const id of [200, 288, 399]) {
    const found = index.find(trigramsOf(texts.get(id) ?? ''), 1);
    expect(found).toContainEqual([id, 1]);
  }
});
