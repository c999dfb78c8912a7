import type { Attempt } from '../api/send.ts';
import { json, storedValue } from '../stores/stored-value.ts';

/** The submission that has no answer yet. */
export const unanswered = storedValue<Attempt<'submitJoke'> | null>(
  'submissionAttempt',
  json((content) => {
    const { key, input }: Record<string, unknown> = { ...Object(content) };
    const { body }: Record<string, unknown> = { ...Object(input) };
    const { joke_text }: Record<string, unknown> = { ...Object(body) };
    const isAttempt = typeof key === 'string' && typeof joke_text === 'string';
    return isAttempt ? { key, input: { body: { joke_text } } } : undefined;
  }),
  null,
);

/** A joke that was submitted. */
export interface Submitted {
  joke_id: number;
  /** as sent */
  text: string;
}

/** The submitted joke that the visitor has not seen the number of. */
export const unseen = storedValue<Submitted | null>(
  'unseenSubmission',
  json((content) => {
    const { joke_id, text }: Record<string, unknown> = { ...Object(content) };
    const isSubmitted = typeof joke_id === 'number' && typeof text === 'string';
    return isSubmitted ? { joke_id, text } : undefined;
  }),
  null,
);

/** Whether there is something to resume. */
export function isUnfinished(): boolean {
  return unanswered.latest() !== null || unseen.latest() !== null;
}
