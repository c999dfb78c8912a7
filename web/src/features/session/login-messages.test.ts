import { ApiError } from 'functions/contract';
import { expect, test } from 'vitest';
import { adminLoginMessage, googleLoginMessage } from './login-messages.ts';

const entry = (msg: string) => ({ loc: ['body'], msg, type: 'custom' });
const firebaseError = (code: string, message: string) =>
  Object.assign(new Error(message), { code });

test.each([
  ['a list of messages', new ApiError('invalid_input', [entry('One'), entry('Two')]), 'One, Two'],
  ['an empty list', new ApiError('invalid_input', []), 'Validation error'],
  ['a list of empty messages', new ApiError('invalid_input', [entry('')]), 'Validation error'],
  ['a detail', new ApiError('unauthenticated', 'Wrong.'), 'Wrong.'],
  ['a message', new Error('Broken'), 'Broken'],
  ['nothing', new Error(''), 'Login failed. Please check your credentials.'],
  ['no error', undefined, 'Login failed. Please check your credentials.'],
])('an admin login that fails with %s', (_what, error, message) => {
  expect(adminLoginMessage(error)).toBe(message);
});

test.each([
  ['auth/popup-closed-by-user', 'Firebase: …', 'Login was cancelled. Please try again.'],
  [
    'auth/popup-blocked',
    'Firebase: …',
    'Popup was blocked by your browser. Please allow popups and try again.',
  ],
  ['auth/other', 'Firebase: something', 'Firebase: something'],
  ['auth/other', '', 'Failed to sign in with Google. Please try again.'],
])('a Google login that fails with %s %j', (code, text, message) => {
  expect(googleLoginMessage(firebaseError(code, text))).toBe(message);
});

test('a Google login that fails without an error also has a message', () => {
  expect(googleLoginMessage(undefined)).toBe('Failed to sign in with Google. Please try again.');
});
