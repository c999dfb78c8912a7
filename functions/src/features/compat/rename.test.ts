import { describe, expect, test } from 'vitest';
import { facts } from '../../../../local/seed/facts.ts';
import { rename } from './rename.ts';

const JOHN = { first: 'John', last: 'Doe' };

test.each([
  ['Chuck Norris waits.', 'John Doe waits.'],
  ["Chuck Norris’s beard, Chuck Norris's hat", "John Doe’s beard, John Doe's hat"],
  ["Chuck Norris' tears and Norris’ hat", "John Doe's tears and Doe’s hat"],
  ['‘Nice hat, Norris’ said the bull.', '‘Nice hat, Doe’ said the bull.'],
  ['CHUCK NORRIS, AND CHUCK, AND NORRIS’S', 'JOHN DOE, AND JOHN, AND DOE’S'],
  ['chuck norris was second, said chuck', 'john doe was second, said john'],
  ['“Oh, hi, Chuck.” Chuck’s hat', '“Oh, hi, John.” John’s hat'],
  ['Mr. Norris, the Norris ranch, Norris-proof', 'Mr. Doe, the Doe ranch, Doe-proof'],
  ['Norris, Chuck (verb)', 'Doe, John (verb)'],
  ['#ChuckNorris and Chuck-Norris', '#JohnDoe and John-Doe'],
  ['C. Norris and Norris, C.', 'J. Doe and Doe, J.'],
  ['Charles Norris: Charles was asked', 'John Doe: John was asked'],
  ['Carlos Ray Norris, called Chuck', 'John Doe, called John'],
  ['Chuck Norrises: 1. norrised', 'John Does: 1. doed'],
])('%s becomes %s', (text, renamed) => {
  expect(rename(text, JOHN)).toBe(renamed);
});

test.each([
  'A “chuck wagon” is any vehicle that is carried.',
  'Woodchucks, chucking, Norrisville',
  'Charles Darwin and Carlos asked vitamin C. Then they left.',
])('%s stays, because it is not his name', (text) => {
  expect(rename(text, JOHN)).toBe(text);
});

test('a part that is not given stays his', () => {
  const text = 'Chuck Norris’s CHUCK. Norris, C.';
  expect(rename(text, { first: 'Ann' })).toBe('Ann Norris’s ANN. Norris, A.');
  expect(rename(text, { last: 'James' })).toBe('Chuck James’s CHUCK. James, C.');
  expect(rename(text, {})).toBe(text);
});

test('a new name may contain his, or what is special in a pattern', () => {
  expect(rename('Chuck Norris', { first: 'Norris', last: 'Chuck' })).toBe('Norris Chuck');
  expect(rename('Chuck Norris', { first: '$&', last: '$1' })).toBe('$& $1');
});

describe('of the seeded facts', () => {
  const named = facts.filter(({ text }) => /chuck|norris/i.test(text));

  test('none names him after a renaming, and nothing else changes', () => {
    expect(named.length).toBeGreaterThan(500);
    for (const { text } of named) {
      const renamed = rename(text, { first: 'Qqqqq', last: 'Zzzzzz' });
      expect(renamed.replace('chuck wagon', '')).not.toMatch(/chuck|norris/i);
      const rest = (of: string, first: RegExp, last: RegExp) =>
        of.replace(last, '*').replace(first, '*');
      expect(rest(renamed, /\bQ\.|qqqqq/gi, /zzzzzz(?:es|ed)?/gi)).toBe(
        rest(text, /\bC\.(?= \*)|(?<=\*, )C\.|charles|chuck(?! wagon)/gi, /norris(?:es|ed)?/gi),
      );
    }
  });

  test('each that does not name him stays', () => {
    for (const { text } of facts) {
      if (!named.some((each) => each.text === text)) expect(rename(text, JOHN)).toBe(text);
    }
  });
});
