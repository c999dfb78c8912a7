import type { ReportReason } from 'functions/contract';
import { call } from '../../../api/call.ts';
import { isRefusal } from '../../../api/failure.ts';
import { inOneTab } from '../../../stores/in-one-tab.ts';

/** A report that was sent and not answered yet. */
interface Attempt {
  /** the random UUID that it is sent with, so that it counts once however often it is sent */
  key: string;
  reason: ReportReason;
}

/** This page's unanswered reports, by joke id. */
const unanswered = new Map<number, Attempt>();

/**
 * Reports a joke. After a failure without an answer, the same report has the same key again.
 * @throws {ApiError} `conflict` if this browser has already reported the joke
 */
export async function sendReport(jokeId: number, reason: ReportReason): Promise<void> {
  const last = unanswered.get(jokeId);
  const attempt = last?.reason === reason ? last : { key: crypto.randomUUID(), reason };
  unanswered.set(jokeId, attempt);
  try {
    // Not while a first vote is being sent: its answer brings the cookie that identifies this browser.
    await inOneTab('first vote', () =>
      call('reportJoke', { body: { joke_id: jokeId, reason } }, { idempotencyKey: attempt.key }),
    );
    unanswered.delete(jokeId);
  } catch (error) {
    if (isRefusal(error)) unanswered.delete(jokeId);
    throw error;
  }
}
