import { expect, test } from 'vitest';
import { exampleIdToken } from '../testing/id-token.ts';
import { isFresh, readIdToken, RENEWAL_MS } from './id-token.ts';

test('a token names its user and its expiry', () => {
  expect(readIdToken(exampleIdToken({ name: 'Jürgen 🥋' }))).toEqual({
    account: 'jane@example.com',
    name: 'Jürgen 🥋',
    photoURL: 'https://lh3.googleusercontent.com/a/jane',
    isAdmin: false,
    expiresAt: 4_000_000_000_000,
  });
  expect(readIdToken(exampleIdToken({ name: undefined }))?.name).toBe('jane@example.com');
});

test('only a claim that is exactly true makes an administrator', () => {
  expect(readIdToken(exampleIdToken({ admin: true }))?.isAdmin).toBe(true);
  expect(readIdToken(exampleIdToken({ admin: 'true' }))?.isAdmin).toBe(false);
});

test.each(['', 'no token', 'a.b.c', 'a.bnVsbA.c', exampleIdToken({ exp: undefined })])(
  '%j is not a token',
  (text) => {
    expect(readIdToken(text)).toBeNull();
  },
);

test('a token is fresh while it is valid for more than five minutes', () => {
  const expiringIn = (ms: number) => exampleIdToken({ exp: (Date.now() + ms) / 1_000 });
  expect(isFresh(expiringIn(RENEWAL_MS + 60_000))).toBe(true);
  expect(isFresh(expiringIn(RENEWAL_MS - 1))).toBe(false);
  expect(isFresh('no token')).toBe(false);
});
