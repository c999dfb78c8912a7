import type { ReportReason } from 'functions/contract';
import { sendOnce, type Attempt } from '../../../api/send.ts';

/** This page's unanswered reports, by joke id. */
const unanswered = new Map<number, Attempt<'reportJoke'> | null>();

/**
 * Reports a joke. After a failure without an answer, a retry reuses the key.
 * @throws {ApiError} `conflict` if this browser has already reported the joke
 */
export async function sendReport(jokeId: number, reason: ReportReason): Promise<void> {
  const kept = {
    latest: () => unanswered.get(jokeId) ?? null,
    save: (attempt: Attempt<'reportJoke'> | null) => unanswered.set(jokeId, attempt),
  };
  // Not while a first vote is being sent: its answer brings the cookie that identifies this browser.
  await sendOnce('reportJoke', { body: { joke_id: jokeId, reason } }, kept, 'first vote');
}
