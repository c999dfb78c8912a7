import { limits } from 'functions/contract';

/** What the form of a password change holds. */
export interface PasswordDraft {
  current: string;
  next: string;
  confirmation: string;
}

/** What keeps a password from being changed, and in which field (specification §5). */
export interface PasswordProblem {
  field: keyof PasswordDraft;
  text: string;
}

/** The first thing wrong with a password change, if anything is. */
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
