import { ApiError } from 'functions/contract';
import { expect, test } from 'vitest';
import { adminLoginMessage, googleLoginMessage, setupMessage, setupProblem } from './messages.ts';

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

test('a Google login whose script could not be loaded says that the connection failed', () => {
  const error = new TypeError('Failed to fetch dynamically imported module: /assets/a.js');
  expect(googleLoginMessage(error)).toContain('can’t be reached');
});

test('a Google login that fails without an error also has a message', () => {
  expect(googleLoginMessage(undefined)).toBe('Failed to sign in with Google. Please try again.');
});

test.each([
  ['', 'roundhouse', 'roundhouse', 'Username is required'],
  [' ', 'roundhouse', 'roundhouse', 'Username is required'],
  ['chuck', 'roundhouse', 'roundhousE', 'Passwords do not match'],
  ['chuck', '1234567', '1234567', 'Password must be at least 8 characters long'],
  ['chuck', '12345678', '12345678', null],
])('%j with %j and %j: %j', (username, password, confirmation, problem) => {
  expect(setupProblem({ username, password, confirmation })).toBe(problem);
});

test.each([
  [new ApiError('forbidden', 'The setup key is wrong.'), 'The setup key is wrong.'],
  [new ApiError('conflict', 'Taken.'), 'Admin user already exists. Please login instead.'],
  [new ApiError('internal', ''), 'Failed to create admin user.'],
  [
    new ApiError('unavailable', 'Unreachable.', { cause: 'no detail' }),
    'Failed to create admin user.',
  ],
  [new Error('Broken'), 'Failed to create admin user.'],
])('%j says %j', (error, message) => {
  expect(setupMessage(error)).toBe(message);
});
