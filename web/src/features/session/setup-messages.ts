import { ApiError, limits } from 'functions/contract';

/** What the form holds. */
export interface NewAdmin {
  username: string;
  password: string;
  confirmation: string;
}

/** Why the form can't be sent yet (specification §5); `null` when it can. */
export function setupProblem({ username, password, confirmation }: NewAdmin): string | null {
  if (username.trim() === '') return 'Username is required';
  if (password !== confirmation) return 'Passwords do not match';
  if (password.length < limits.passwordMinLength) {
    return `Password must be at least ${limits.passwordMinLength} characters long`;
  }
  return null;
}

/** What a failed creation says (specification §8). */
export function setupMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return 'Failed to create admin user.';
  if (error.code === 'conflict') return 'Admin user already exists. Please login instead.';
  return error.message || 'Failed to create admin user.';
}
