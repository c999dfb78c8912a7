import { expect, test } from 'vitest';
import { googleLoginMessage } from './google-login.tsx';

const firebaseError = (code: string, message: string) =>
  Object.assign(new Error(message), { code });

test.each([
  ['auth/popup-closed-by-user', 'Firebase: …', 'Login was cancelled. Please try again.'],
  [
    'auth/popup-blocked',
    'Firebase: …',
    'Popup was blocked by your browser. Please allow popups and try again.',
  ],
  [
    'auth/network-request-failed',
    'Firebase: …',
    'The server can’t be reached. Please check your connection and try again later.',
  ],
  ['auth/other', 'Firebase: something', 'Firebase: something'],
  ['auth/other', '', 'Failed to sign in with Google. Please try again.'],
])('a Google login that fails with %s %j', (code, text, message) => {
  expect(googleLoginMessage(firebaseError(code, text))).toBe(message);
});
