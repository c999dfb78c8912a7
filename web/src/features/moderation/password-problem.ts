import { limits } from 'functions/contract';

/** The fields of the password form. */
export interface PasswordDraft {
  current: string;
  next: string;
  confirmation: string;
}

/** A validation error and its field (specification §5). */
export interface PasswordProblem {
  field: keyof PasswordDraft;
  text: string;
}

/** The first validation error of a password change, if any. */
export function passwordProblem(draft: PasswordDraft): PasswordProblem | undefined {
  if (draft.current === '') return { field: 'current', text: 'Current password is required' };
  if (draft.next.length < limits.passwordMinLength) {
    const text = `New password must be at least ${limits.passwordMinLength} characters long`;
    return { field: 'next', text };
  }
  if (draft.next !== draft.confirmation) {
    return { field: 'confirmation', text: 'New passwords do not match' };
  }
  return undefined;
}
