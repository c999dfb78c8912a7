import { onlineManager, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { ApiError, calls, type ChangeReceipt } from 'functions/contract';
import { bearerFor, call } from '../api/call.ts';
import { hasCode, isAnswer, isRefusal } from '../api/failure.ts';
import { announce } from '../stores/announcement.ts';
import { nextChange } from '../stores/next-change.ts';
import { wait } from '../ui/wait.ts';
import { useSession } from '../stores/session.ts';
import { undoing, type Change, type Decision, type Progress } from './changes.ts';
import {
  entryOf,
  GONE,
  setEntry,
  undoable,
  useDecisions,
  type ChangedFields,
} from './decisions.ts';
import { adminCounts, LOG, updateCounts, updateJoke } from './moderation-queries.ts';
import { noticeOf, outcomeOf, pendingText, refusalText } from './notices.ts';

function showReceipt(client: QueryClient, decision: Decision, receipt: ChangeReceipt): void {
  const { items, reason: reject_reason, undoes } = decision;
  for (const [index, { joke_id, joke, error }] of receipt.results.entries()) {
    const { status, duplicate_of }: ChangedFields = items[index]?.patch ?? {};
    const isRejected = error === undefined && status === 'rejected' && undoes === undefined;
    const rejected = isRejected ? { reject_reason, duplicate_of } : {};
    updateJoke(client, joke_id, { ...(joke ?? GONE), ...rejected });
  }
  updateCounts(client, receipt, undoes === undefined);
  if (undoes !== undefined) void client.invalidateQueries({ queryKey: adminCounts.queryKey });
  // Perhaps it was opened before the answer.
  void client.invalidateQueries({ queryKey: LOG });
}

/** Whether decisions may be sent: with a connection, by an administrator whom the server knows. */
const maySend = () => onlineManager.isOnline() && useSession.getState().is === 'admin';

const MAX_DELAY_MS = 15_000;

/** How long to wait, in milliseconds, before a decision is sent again; at least as long as the server asks. */
export function retryDelay(failures: number, error: unknown): number {
  const leastMs = error instanceof ApiError ? 1_000 * (error.retryAfter ?? 0) : 0;
  return Math.max(leastMs, Math.min(1_000 * 2 ** failures, MAX_DELAY_MS));
}

/** Sends a decision once. @returns the receipt; null if there is nothing to undo */
async function send(decision: Decision, bearer: string): Promise<ChangeReceipt | null> {
  const { key: idempotencyKey, undoes } = decision;
  // The browser asks before the page is left, so no request outlives it.
  const options = { idempotencyKey, bearer, keepalive: false };
  if (undoes === undefined) {
    const { action, reason, items } = decision;
    return call('changeJokes', { body: { action, items, ...(reason && { reason }) } }, options);
  }
  const made = entryOf(undoes)?.progress;
  // Decisions are sent in order, so a change of this tab has been answered. Another one is in the log.
  const id = made?.is === 'answered' ? made.receipt?.change_id : made ? null : undoes;
  return id ? call('undoChange', { params: { id } }, options) : null;
}

/** Whether sending a decision again may succeed, for example after the moderator has signed in again. */
function isTemporary(error: unknown): boolean {
  const isTooEarly = hasCode(error, 'unauthenticated') || hasCode(error, 'too_many_requests');
  return isTooEarly || !isRefusal(error);
}

/** What an answer means: a change of which nothing was made is refused. */
function progressAfter(decision: Decision, receipt: ChangeReceipt): Progress {
  const { change_id, results } = receipt;
  const isRefused = change_id === null && results.every(({ error }) => error !== undefined);
  const at = performance.now();
  if (!isRefused) return { is: 'answered', at, receipt };
  return { is: 'refused', at, why: outcomeOf(decision, receipt).text, results };
}

/** Ends a decision that the server has refused. */
function refuse(client: QueryClient, decision: Decision, error: unknown): Progress {
  const joke = error instanceof ApiError ? error.joke : undefined;
  if (joke) updateJoke(client, joke.joke_id, joke);
  const why = refusalText(decision, error);
  const at = performance.now();
  const results = joke ? [{ joke_id: joke.joke_id, joke, error: why }] : [];
  const progress = { is: 'refused', at, why, results } as const;
  setEntry(decision.key, { decision, progress });
  const isLate = hasCode(error, 'conflict') || hasCode(error, 'not_found');
  // There is nothing left of the change that could be undone.
  if (decision.undoes !== undefined && isLate) setEntry(decision.undoes);
  return progress;
}

/** Sends a decision until the server has answered. */
async function sendUntilAnswered(
  client: QueryClient,
  decision: Decision,
): Promise<Progress | undefined> {
  const { key } = decision;
  for (let failures = 0; ; failures += 1) {
    while (entryOf(key) && !maySend()) await nextChange(useSession, useDecisions, onlineManager);
    const before = entryOf(key)?.progress;
    if (before?.is !== 'waiting' && before?.is !== 'sent') return undefined;
    try {
      const bearer = await bearerFor(calls.changeJokes);
      if (bearer === null || !entryOf(key)) continue;
      setEntry(key, { decision, progress: { ...before, is: 'sent' } });
      const receipt = await send(decision, bearer);
      // Nothing was sent, or the administrator has left meanwhile.
      if (receipt === null || !entryOf(key)) {
        setEntry(key);
        return undefined;
      }
      const progress = progressAfter(decision, receipt);
      showReceipt(client, decision, receipt);
      setEntry(key, { decision, progress });
      return progress;
    } catch (failure) {
      if (!isTemporary(failure)) return refuse(client, decision, failure);
      // An answer says that this request has changed nothing; of an earlier one it is still unknown.
      const is = isAnswer(failure) || entryOf(key)?.progress.is === 'waiting' ? before.is : 'sent';
      setEntry(key, { decision, progress: { is, failure } });
      if (!hasCode(failure, 'unauthenticated')) await wait(retryDelay(failures, failure));
    }
  }
}

/** Ends when all decisions so far have. */
let lastTurn: Promise<unknown> = Promise.resolve();

/**
 * The one way to change jokes. Decisions are sent one after another in the order in which they were made, each until
 * the server answers. {@link withDecisions} adds the unanswered ones to what the server sent, so nothing has to be
 * rolled back.
 * @returns how it ends; undefined if it is undone before it is sent, or dropped, or there is nothing to undo
 */
export function decide(client: QueryClient, decision: Decision): Promise<Progress | undefined> {
  useDecisions.setState(({ entries }) => ({
    entries: [
      ...entries.map(({ progress, ...entry }) => {
        const isRefused = progress.is === 'refused';
        return { ...entry, progress: isRefused ? { ...progress, isOld: true as const } : progress };
      }),
      { decision, progress: { is: 'waiting' } },
    ],
    lost: null,
  }));
  const said = pendingText(decision);
  if (said !== undefined) announce(said);
  const turn = lastTurn.then(async () => {
    const progress = await sendUntilAnswered(client, decision);
    const notice = progress && noticeOf({ decision, progress });
    // The screen shows a failure as an alert.
    if (notice?.tone === 'done' && notice.text !== said) announce(notice.text);
    return progress;
  });
  lastTurn = turn;
  return turn;
}

/** Undoes a change of this tab. Of one that was never sent, nothing is sent. */
export function undo(client: QueryClient, change: Change): void {
  const decision = undoing(change);
  if (entryOf(change.key)?.progress.is !== 'waiting') return void decide(client, decision);
  const entry = {
    decision,
    progress: { is: 'answered', at: performance.now(), receipt: null },
  } as const;
  setEntry(change.key, entry);
  announce(noticeOf(entry)?.text ?? '');
}

/** A function that makes a decision; see {@link decide}. */
export function useDecide() {
  const client = useQueryClient();
  return useCallback((decision: Decision) => decide(client, decision), [client]);
}

/**
 * Returns a function that undoes a change of this tab, by default the latest one that can be undone. The function
 * returns that change, or undefined if there is nothing to undo.
 */
export function useUndo() {
  const client = useQueryClient();
  return (change = undoable(useDecisions.getState()).at(-1)) => {
    if (change) undo(client, change);
    return change;
  };
}
