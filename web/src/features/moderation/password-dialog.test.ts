import { expect, test } from 'vitest';
import { passwordProblem } from './password-dialog.tsx';

const draft = { current: 'old secret', next: 'new secret', confirmation: 'new secret' };

test('a complete change with at least 8 characters is valid', () => {
  expect(passwordProblem(draft)).toBeUndefined();
  expect(passwordProblem({ ...draft, next: '12345678', confirmation: '12345678' })).toBeUndefined();
});

test.each([
  [{ current: '' }, 'current', 'Current password is required'],
  [
    { next: '1234567', confirmation: '1234567' },
    'next',
    'New password must be at least 8 characters long',
  ],
  [{ confirmation: 'new secreT' }, 'confirmation', 'New passwords do not match'],
  [{ confirmation: '' }, 'confirmation', 'New passwords do not match'],
])('a change with %j is refused in %s: %s', (difference, field, text) => {
  expect(passwordProblem({ ...draft, ...difference })).toEqual({ field, text });
});
