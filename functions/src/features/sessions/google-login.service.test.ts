import { describe, expect, test } from 'vitest';
import type { GoogleAccount, GoogleAccounts } from './google-accounts.data.ts';
import { refusesToken } from './google-accounts.data.ts';
import { createGoogleLoginService } from './google-login.service.ts';

const NOW = Date.UTC(2026, 0, 1);
const EMAIL = 'admin@example.com';

const administrators: GoogleAccount = {
  uid: 'uid',
  email: EMAIL,
  emailVerified: true,
  displayName: null,
  photoURL: null,
  disabled: false,
  claims: { admin: true },
  tokensValidAfter: NOW - 60_000,
};

function bearer(changes: Record<string, unknown> = {}): string {
  const claims = {
    sub: 'uid',
    exp: NOW / 1_000 + 3_600,
    auth_time: NOW / 1_000,
    admin: true,
    firebase: { sign_in_provider: 'google.com' },
    ...changes,
  };
  const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
  return `${encode({ alg: 'RS256' })}.${encode(claims)}.signature`;
}

/** Firebase Auth that vouches for every signature and, as in production, for nothing else. */
function identify(token: string, account: GoogleAccount | undefined, adminEmail = EMAIL) {
  const accounts: GoogleAccounts = {
    isGenuine: () => Promise.resolve(true),
    find: () => Promise.resolve(account),
    setClaims: () => Promise.reject(new Error('Nothing is to be changed')),
    revoke: () => Promise.reject(new Error('Nothing is to be changed')),
  };
  return createGoogleLoginService({
    accounts,
    users: { write: () => undefined },
    adminEmail,
    transact: () => Promise.reject(new Error('Nothing is to be written')),
    clock: () => NOW,
  }).identify(token);
}

test('a genuine token of the account with the claim is the administrator', async () => {
  expect(await identify(bearer(), administrators)).toMatchObject({
    kind: 'admin',
    provider: 'google',
    username: EMAIL,
    uid: 'uid',
  });
});

describe('a genuine token is refused', () => {
  test.each([
    ['of a deleted account', {}, undefined],
    ['of a disabled account', {}, { ...administrators, disabled: true }],
    ['of a revoked sign-in', { auth_time: NOW / 1_000 - 61 }, administrators],
    ['with a claim that was removed', {}, { ...administrators, claims: {} }],
    ['with a claim that is not true', {}, { ...administrators, claims: { admin: 'true' } }],
    ['that has expired', { exp: NOW / 1_000 }, administrators],
    [
      'of a sign-in with a password',
      { firebase: { sign_in_provider: 'password' } },
      administrators,
    ],
  ])('%s', async (_which, changes, account) => {
    await expect(identify(bearer(changes), account)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});

describe('a genuine token is that of a visitor with a Google account', () => {
  test.each([
    ['without the claim', { admin: undefined }, { ...administrators, claims: {} }, EMAIL],
    ['with an unverified address', {}, { ...administrators, emailVerified: false }, EMAIL],
    ['with another address', {}, { ...administrators, email: 'fan@example.com' }, EMAIL],
    ['without an address', {}, { ...administrators, email: null }, EMAIL],
    ['when another one is configured', {}, administrators, 'other@example.com'],
  ])('%s', async (_which, changes, account, adminEmail) => {
    expect(await identify(bearer(changes), account, adminEmail)).toMatchObject({
      kind: 'google-user',
    });
  });
});

test.each([
  ['auth/argument-error', 'Firebase ID token has invalid signature.', true],
  ['auth/argument-error', 'Decoding Firebase ID token failed. Make sure …', true],
  ['auth/id-token-expired', 'Firebase ID token has expired.', true],
  ['auth/user-not-found', 'There is no user record.', true],
  ['auth/argument-error', 'Error while making request: getaddrinfo ENOTFOUND', false],
  ['auth/argument-error', 'Error fetching public keys for Google certs: 500', false],
  ['auth/internal-error', 'An internal error has occurred.', false],
  ['app/network-error', 'Error while making request', false],
])('%s "%s" says that the token is bad: %j', (code, message, bad) => {
  expect(refusesToken(Object.assign(new Error(message), { code }))).toBe(bad);
});
