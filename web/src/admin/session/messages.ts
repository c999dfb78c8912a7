import { ApiError } from 'functions/contract';
import { limits } from 'functions/domain';
import { messageOf, serverDetailOf, UNREACHABLE } from '../../api/failure.ts';

/** The messages of specification §8 for a failed sign-in or setup. */
const LOGIN_FAILED = 'Login failed. Please check your credentials.';
const GOOGLE_FAILED = 'Failed to sign in with Google. Please try again.';
const SETUP_FAILED = 'Failed to create admin user.';
const BY_CODE = new Map([
  ['auth/popup-closed-by-user', 'Login was cancelled. Please try again.'],
  ['auth/network-request-failed', UNREACHABLE],
  ['auth/popup-blocked', 'Popup was blocked by your browser. Please allow popups and try again.'],
]);

/** The message for a failed login with username and password. */
export function adminLoginMessage(error: unknown): string {
  if (error instanceof ApiError && Array.isArray(error.detail)) {
    return error.detail.map(({ msg }) => msg).join(', ') || 'Validation error';
  }
  return messageOf(error, LOGIN_FAILED);
}

/** The message for a failed login with Google. */
export function googleLoginMessage(error: unknown): string {
  // A script that could not be loaded.
  if (error instanceof TypeError) return UNREACHABLE;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return BY_CODE.get(code) ?? messageOf(error, GOOGLE_FAILED);
}

/** The message for a failed creation of the first administrator. */
export function setupMessage(error: unknown): string {
  const exists = error instanceof ApiError && error.code === 'conflict';
  return exists
    ? 'Admin user already exists. Please login instead.'
    : serverDetailOf(error, SETUP_FAILED);
}

/** The setup form's first validation error (specification §5); `null` if it is valid. */
export function setupProblem({
  username,
  password,
  confirmation,
}: Record<'username' | 'password' | 'confirmation', string>): string | null {
  if (username.trim() === '') return 'Username is required';
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < limits.passwordMinLength) {
    return `Password must be at least ${limits.passwordMinLength} characters long`;
  }
  return null;
}
