import { readItem, writeItem } from '../../stores/browser-storage.ts';

/** The storage key of the last submission whose result the visitor has not seen. */
const ATTEMPT_KEY = 'submissionAttempt';

/** A submission that was sent. */
export interface Attempt {
  /** the random UUID that it is sent with, so that it creates one joke however often it is sent */
  key: string;
  /** as sent */
  text: string;
  /** the joke that it created; null until the server has answered */
  joke_id: number | null;
}

function parseAttempt(stored: string): Attempt | null {
  try {
    const content: unknown = JSON.parse(stored);
    const { key, text, joke_id }: Record<string, unknown> = { ...Object(content) };
    const isAttempt =
      typeof key === 'string' &&
      typeof text === 'string' &&
      (joke_id === null || typeof joke_id === 'number');
    return isAttempt ? { key, text, joke_id } : null;
  } catch {
    return null;
  }
}

/** The attempt, if the browser could not store it; it then lasts as long as the page. */
let unsaved: Attempt | null = null;

/** The last submission whose result the visitor has not seen, if any. */
export function readAttempt(): Attempt | null {
  if (unsaved !== null) return unsaved;
  const stored = readItem(ATTEMPT_KEY);
  return typeof stored === 'string' ? parseAttempt(stored) : null;
}

/** Stores a submission in place of the last one; null removes it. */
export function saveAttempt(attempt: Attempt | null): void {
  const saved = writeItem(ATTEMPT_KEY, attempt && JSON.stringify(attempt));
  unsaved = saved ? null : attempt;
}
