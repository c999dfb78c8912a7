import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { createComparison, signatureOf, trigramsOf, upperLimit } from './similarity.ts';

const compare = createComparison(new Map(), 1);
const similarity = (text: string, other: string) => compare(trigramsOf(text), trigramsOf(other));

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

test('a signature rules out no text that is similar', () => {
  const text = fc.string({ minLength: 1, maxLength: 500 });
  fc.assert(
    fc.property(text, text, (one, other) => {
      const most = upperLimit(signatureOf(trigramsOf(one)), signatureOf(trigramsOf(other)));
      expect(most).toBeGreaterThanOrEqual(similarity(one, other));
    }),
  );
});
