import { flag, storedValue } from '../stores/stored-value.ts';

/** Whether this visit, in any of its pages, has asked. */
const asked = storedValue('askedForDecisions', flag, false, 'sessionStorage');

/** Asks once in a visit whether a submission was decided, if this browser has one that is pending. */
export function askForDecisions(): void {
  try {
    if (asked.latest() || !localStorage['submissions']?.includes('"pending"')) return;
  } catch {
    return;
  }
  asked.save(true);
  void import('./own-submissions.ts').then(({ checkPending }) => checkPending());
}
