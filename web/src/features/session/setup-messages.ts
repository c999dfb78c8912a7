import { ApiError, limits } from 'functions/contract';

/** The fields of the form. */
export interface NewAdmin {
  username: string;
  password: string;
  confirmation: string;
}

/** The form's first validation error (specification §5); `null` if it is valid. */
export function setupProblem({ username, password, confirmation }: NewAdmin): string | null {
  if (username.trim() === '') return 'Username is required';
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < limits.passwordMinLength) {
    return `Password must be at least ${limits.passwordMinLength} characters long`;
  }
  return null;
}

/** The message for a failed creation (specification §8). */
export function setupMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Failed to create admin user.';
  if (error.code === 'conflict') return 'Admin user already exists. Please login instead.';
  return error.message || 'Failed to create admin user.';
}
