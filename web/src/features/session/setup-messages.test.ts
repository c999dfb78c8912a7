import { ApiError } from 'functions/contract';
import { expect, test } from 'vitest';
import { setupMessage, setupProblem } from './setup-messages.ts';

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
  [new Error('Broken'), 'Failed to create admin user.'],
])('%j says %j', (error, message) => {
  expect(setupMessage(error)).toBe(message);
});
