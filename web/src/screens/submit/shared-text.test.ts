import { expect, test } from 'vitest';
import { sharedText } from './shared-text.ts';

const shared = (fields: Record<string, string>) =>
  sharedText(`?${new URLSearchParams(fields).toString()}`);

test.each([
  ['a text', { text: ' Chuck Norris shares. ' }, 'Chuck Norris shares.'],
  ['a text before a title', { title: 'A page', text: 'A fact.' }, 'A fact.'],
  ['a title without a text', { title: 'A page', url: 'https://x.example/' }, 'A page'],
  [
    'a title with an address as the text',
    { title: 'A page', text: 'https://x.example/' },
    'A page',
  ],
  [
    'a quotation with its address',
    { text: '"A fact."\n https://x.example/#:~:text=A' },
    '"A fact."',
  ],
  ['nothing but an address', { text: 'https://x.example/', url: 'https://x.example/' }, ''],
  ['nothing', {}, ''],
  ['too much', { text: '🥋'.repeat(600) }, '🥋'.repeat(500)],
])('of %s, the words are taken', (_what, fields, expected) => {
  expect(shared({ ...fields })).toBe(expected);
});
