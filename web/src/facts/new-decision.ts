import { flag, storedValue } from '../stores/stored-value.ts';

/** Whether a submission of this browser was decided that the visitor has not seen since. */
export const newDecision = storedValue('newDecision', flag, false);
