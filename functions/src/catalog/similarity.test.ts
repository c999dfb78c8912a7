import { expect, test } from 'vitest';
import { createSimilarityIndex, trigramsOf } from './similarity.ts';

/** The similarity of two texts; 0 below `threshold`. */
function similarity(text: string, other: string, threshold = 0): number {
  const index = createSimilarityIndex(new Map([[403, other]]));
  const [found] = index.find(trigramsOf(text), threshold);
  return found?.[1] ?? 0;
}

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
