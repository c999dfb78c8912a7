import { describe, expect, test } from 'vitest';
import type { GoogleAccount, GoogleAccounts } from './google-accounts.data.ts';
import { createGoogleLoginService } from './google-login.service.ts';

const NOW = Date.UTC(2026, 0, 1);
const EMAIL = 'admin@example.com';

const adminAccount: GoogleAccount = {
  uid: 'uid',
  email: EMAIL,
  emailVerified: true,
  disabled: false,
  customClaims: { admin: true },
  tokensValidAfterTime: new Date(NOW - 60_000).toUTCString(),
};

const { email: _, ...withoutEmail } = adminAccount;

/** The claims of an administrator's token. */
function claimsWith(changes: Record<string, unknown> = {}) {
  return {
    sub: 'uid',
    exp: NOW / 1_000 + 3_600,
    auth_time: NOW / 1_000,
    admin: true,
    firebase: { sign_in_provider: 'google.com' },
    ...changes,
  };
}

/** The sign-in with a Firebase Auth that says that the token is genuine, and changes nothing. */
function open(claims: object, account: GoogleAccount | undefined, adminEmails = [EMAIL]) {
  let lookUps = 0;
  const accounts: GoogleAccounts = {
    verify: () => Promise.resolve(claims),
    find() {
      lookUps += 1;
      return Promise.resolve(account);
    },
    setClaims: () => Promise.reject(new Error('Unexpected change of claims')),
    revoke: () => Promise.reject(new Error('Unexpected revocation')),
  };
  const login = createGoogleLoginService({ accounts, config: { adminEmails }, clock: () => NOW });
  return { ...login, lookUps: () => lookUps };
}

const identify = (...given: Parameters<typeof open>) => open(...given).identify('a.b.c');

test(
  'a genuine token without the claim is looked up only when it signs in',
  { tags: 'P1' },
  async () => {
    const google = open(claimsWith({ admin: undefined }), adminAccount);
    const identity = await google.identify('a.b.c');
    expect(identity).toMatchObject({ kind: 'google-user', uid: 'uid' });
    expect(google.lookUps()).toBe(0);
    expect(await google.login(identity)).toMatchObject({ is_admin: true, refresh_token: true });
    expect(google.lookUps()).toBe(1);
  },
);

test.each([
  ['a deleted account', undefined],
  ['a disabled account', { ...adminAccount, disabled: true }],
  [
    'a revoked sign-in',
    { ...adminAccount, tokensValidAfterTime: new Date(NOW + 1_000).toUTCString() },
  ],
])('a genuine token of %s signs nobody in', async (_whose, account) => {
  const google = open(claimsWith({ admin: undefined }), account);
  await expect(google.login(await google.identify('a.b.c'))).rejects.toMatchObject({
    code: 'unauthenticated',
  });
});

test('a genuine token with the claim identifies the administrator', async () => {
  expect(await identify(claimsWith(), adminAccount)).toMatchObject({
    kind: 'admin',
    provider: 'google',
    username: EMAIL,
    uid: 'uid',
  });
});

test('each of several addresses is an administrator’s, however it is capitalized', async () => {
  const account = { ...adminAccount, email: 'Second@Example.com' };
  expect(await identify(claimsWith(), account, [EMAIL, 'second@example.com'])).toMatchObject({
    kind: 'admin',
    username: 'Second@Example.com',
  });
});

describe('a genuine token is refused', () => {
  test.each([
    ['of a deleted account', {}, undefined],
    ['of a disabled account', {}, { ...adminAccount, disabled: true }],
    ['of a revoked sign-in', { auth_time: NOW / 1_000 - 61 }, adminAccount],
    ['with a claim that was removed', {}, { ...adminAccount, customClaims: {} }],
    ['with a claim that is not true', {}, { ...adminAccount, customClaims: { admin: 'true' } }],
    ['of a sign-in that can’t be stored', { auth_time: 1e12 }, adminAccount],
    ['that has expired', { exp: NOW / 1_000 }, adminAccount],
    ['of a sign-in with a password', { firebase: { sign_in_provider: 'password' } }, adminAccount],
  ])('%s', async (_which, changes, account) => {
    await expect(identify(claimsWith(changes), account)).rejects.toMatchObject({
      code: 'unauthenticated',
    });
  });
});

describe('a genuine token identifies an ordinary Google account', () => {
  test.each([
    ['without the claim', { admin: undefined }, { ...adminAccount, customClaims: {} }, [EMAIL]],
    ['with an unverified e-mail address', {}, { ...adminAccount, emailVerified: false }, [EMAIL]],
    ['with another e-mail address', {}, { ...adminAccount, email: 'fan@example.com' }, [EMAIL]],
    ['without an e-mail address', {}, withoutEmail, [EMAIL]],
    ['when others are administrators', {}, adminAccount, ['other@example.com', 'a@example.com']],
    ['when no Google account is an administrator’s', {}, adminAccount, []],
  ])('%s', async (_which, changes, account, adminEmails) => {
    expect(await identify(claimsWith(changes), account, adminEmails)).toMatchObject({
      kind: 'google-user',
    });
  });
});
