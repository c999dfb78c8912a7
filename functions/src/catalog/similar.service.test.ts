import { expect, test } from 'vitest';
import { createComparison, trigramsOf } from './similar.service.ts';

const compare = createComparison([trigramsOf('Chuck Norris')]);
const similarity = (text: string, other: string) => compare(trigramsOf(text))(trigramsOf(other));

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
