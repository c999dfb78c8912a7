import { expect, test } from 'vitest';
import { isTokenRejection } from './google-accounts.data.ts';

test.each([
  ['auth/argument-error', 'Firebase ID token has invalid signature.', true],
  ['auth/argument-error', 'Decoding Firebase ID token failed. Make sure …', true],
  ['auth/id-token-expired', 'Firebase ID token has expired.', true],
  ['auth/user-not-found', 'There is no user record.', true],
  ['auth/argument-error', 'Error while making request: getaddrinfo ENOTFOUND', false],
  ['auth/argument-error', 'Error fetching public keys for Google certs: 500', false],
  ['auth/internal-error', 'An internal error has occurred.', false],
  ['app/network-error', 'Error while making request', false],
])('%s "%s" means that the token is invalid: %j', (code, message, invalid) => {
  expect(isTokenRejection(Object.assign(new Error(message), { code }))).toBe(invalid);
});
