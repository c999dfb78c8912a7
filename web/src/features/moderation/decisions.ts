import {
  ApiError,
  type Expectation,
  type Joke,
  type KeepResults,
  type ModeratedJoke,
  type Moderation,
  type ModerationResults,
  type RejectReason,
} from 'functions/contract';
import { call } from '../../api/call.ts';
import { decisionText, tooLateText, type Notice } from './decision-toast.tsx';

export type Verdict = Moderation['action'];

/** A decision that can be undone. */
export interface Decided {
  joke_id: number;
  audit_id: string;
}

/** The messages for failures without one (specification §8). */
export const FAILED = {
  approve: 'Failed to approve joke',
  reject: 'Failed to reject joke',
} as const;
const DECIDED = { approve: 'approved', reject: 'rejected' } as const;
export const DONE = { approve: 'Approved', reject: 'Rejected' } as const;

/** A joke as it was shown when the moderator decided. */
export type SeenJoke = Pick<Joke, 'joke_id' | 'status' | 'text_hash'>;

/** What a decision about a joke says about it: it is refused if the joke has changed since. */
export function expectationOf({ status, text_hash }: SeenJoke): Expectation {
  return { status, text_hash };
}

/** The joke as it is now, if a call was refused because it has changed. */
export function changedJoke(error: unknown): ModeratedJoke | undefined {
  return error instanceof ApiError ? error.joke : undefined;
}

/** Sends decisions about jokes in one request. Those that have changed since they were shown are left alone. */
export async function sendDecisions(
  action: Verdict,
  jokes: readonly SeenJoke[],
  reason: RejectReason | undefined,
): Promise<ModerationResults> {
  const [joke] = jokes;
  if (joke && jokes.length === 1 && reason === undefined) {
    const endpoint = action === 'approve' ? 'approveJoke' : 'rejectJoke';
    const params = { id: joke.joke_id };
    const { totals, ...result } = await call(endpoint, {
      params,
      body: { expected: expectationOf(joke) },
    });
    return { results: [result], totals };
  }
  const joke_ids = jokes.map((each) => each.joke_id);
  const expected = jokes.map((each) => ({ joke_id: each.joke_id, ...expectationOf(each) }));
  return call('moderateJokes', { body: { action, joke_ids, reason, expected } });
}

/** Whether a call failed because there is no such joke or log entry. */
export function isGone(error: unknown): boolean {
  return error instanceof ApiError && error.code === 'not_found';
}

/** Whether a decision can no longer be undone. */
export function isTooLate(error: unknown): boolean {
  return isGone(error) || (error instanceof ApiError && error.code === 'conflict');
}

/** What the screen says about decisions. */
export function noticeOf(action: Verdict, { results }: ModerationResults): Notice {
  const [only] = results;
  if (only && results.length === 1) {
    if (only.error !== undefined) return { tone: 'failed', text: `Error: ${only.error}` };
    const text = decisionText(only.joke_id, DECIDED[action], only.audit_id);
    return { tone: 'done', text };
  }
  const failures = results.filter(({ error }) => error !== undefined).length;
  const changes = results.filter(({ audit_id: auditId }) => auditId !== null).length;
  const unchanged = results.length - failures - changes;
  const parts = [
    `${DONE[action]} ${changes === 1 ? '1 fact' : `${changes} facts`}.`,
    unchanged > 0 && `${unchanged} already ${unchanged === 1 ? 'was' : 'were'}.`,
    failures > 0 && `${failures} failed: see ${failures === 1 ? 'its row' : 'their rows'}.`,
  ];
  return { tone: failures > 0 ? 'failed' : 'done', text: parts.filter(Boolean).join(' ') };
}

/** What the screen says after the reports of jokes were dismissed. */
export function keepNotice(results: KeepResults['results']): Notice {
  const [only] = results;
  if (only && results.length === 1) {
    return only.error === undefined
      ? { tone: 'done', text: `Kept fact no. ${only.joke_id}. Its reports are dismissed.` }
      : { tone: 'failed', text: `Error: ${only.error}` };
  }
  const failures = results.filter(({ error }) => error !== undefined).length;
  const kept = results.length - failures;
  const text = `Kept ${kept === 1 ? '1 fact' : `${kept} facts`}. Their reports are dismissed.`;
  return failures === 0
    ? { tone: 'done', text }
    : { tone: 'failed', text: `${text} ${failures} could not be kept.` };
}

/** What the screen says after decisions were undone. @param texts undefined for what can no longer be undone */
export function undoNotice(
  decided: readonly Decided[],
  texts: readonly (string | undefined)[],
): Notice {
  const [first] = decided;
  const late = texts.filter((text) => text === undefined).length;
  const tone = late > 0 ? 'failed' : 'done';
  if (first && decided.length === 1) return { tone, text: texts[0] ?? tooLateText(first.joke_id) };
  const text = `Undid ${decided.length - late} of ${decided.length} decisions.`;
  return {
    tone,
    text:
      late > 0
        ? `${text} ${late} can’t be undone: see ${late === 1 ? 'its row' : 'their rows'}.`
        : text,
  };
}
