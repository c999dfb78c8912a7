import { expect, test } from 'vitest';
import { jokeTitle, shorten } from './joke-title.ts';

test.each([
  ['short enough', 20, 'short enough'],
  ['two\n\n lines', 20, 'two lines'],
  ['one two three', 13, 'one two three'],
  ['one two three', 12, 'one two…'],
  ['one two three', 8, 'one two…'],
  ['one two three', 7, 'one…'],
  ['unbreakable', 5, 'unbr…'],
  ['😀😀😀😀', 3, '😀😀…'],
])('%j shortened to %i characters is %j', (text, maximum, expected) => {
  expect(shorten(text, maximum)).toBe(expected);
});

test.each([
  ['Chuck Norris waits.', 'Chuck Norris waits – Fact no. 12'],
  ['Chuck Norris\n\nwaits!', 'Chuck Norris waits! – Fact no. 12'],
  [
    'Chuck Norris counted to infinity, twice, and then he waited for the rest of us.',
    'Chuck Norris counted to infinity, twice, and then he waited… – Fact no. 12',
  ],
])('the title of %j is %j', (joke_text, title) => {
  expect(jokeTitle({ joke_id: 12, joke_text })).toBe(title);
});
