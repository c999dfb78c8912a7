import type { QueryClient } from '@tanstack/react-query';
import { create } from 'zustand';
import { announce } from '../../stores/announcement.ts';
import { profileOf, useSession, type Session } from '../../stores/session.ts';
import { json, storedValue } from '../../stores/stored-value.ts';
import type { Progress } from '../changes.ts';
import { pendingTaken, unanswered, withDecisions, type Decisions } from '../decisions.ts';
import {
  QUEUE,
  queuePages,
  type PendingEntry,
  type QueueEnd,
  type QueuePage,
} from '../moderation-queries.ts';

/**
 * Where a moderator is in the queue. There is no position: next is the first pending fact from this end that was
 * neither decided nor skipped here.
 */
interface Queue {
  from: QueueEnd;
  /** the fact on the screen, which stays until it is decided or skipped */
  shown: PendingEntry | undefined;
}

const START: Queue = { from: 'oldest', shown: undefined };

export const useQueue = create<Queue>()(() => START);

interface Skipped {
  account: string;
  ids: readonly number[];
}

const NOTHING: Skipped = { account: '', ids: [] };

function parseSkipped(content: unknown): Skipped {
  const { account, ids }: Partial<Record<keyof Skipped, unknown>> = { ...Object(content) };
  if (typeof account !== 'string' || !Array.isArray(ids)) return NOTHING;
  return { account, ids: ids.filter((id) => Number.isInteger(id)) };
}

/** The facts that an administrator has skipped in this browser session. */
export const skippedFacts = storedValue(
  'skippedFacts',
  json(parseSkipped),
  NOTHING,
  'sessionStorage',
);

/** The place and the skipped facts belong to one account. */
function followAccount(session: Session): void {
  const account = profileOf(session)?.account;
  const isOther = account !== undefined && account !== skippedFacts.latest().account;
  if (session.is !== 'signed-out' && !isOther) return;
  useQueue.setState(START);
  skippedFacts.save({ account: account ?? '', ids: [] });
}

followAccount(useSession.getState());
useSession.subscribe(followAccount);

/** What the queue shows. */
export interface QueueView {
  /** the fact on the screen as it was loaded; undefined until more is loaded, or at the end */
  shown: PendingEntry | undefined;
  /** the same fact after the unanswered decisions */
  current: PendingEntry | undefined;
  /** the loaded facts after it */
  ahead: PendingEntry[];
}

/**
 * Finds the fact to show.
 * @param pages the loaded facts from this end
 * @param stays whether the fact on the screen stays, whatever happened to it
 */
export function viewOf(
  pages: readonly QueuePage[],
  { shown: before }: Queue,
  { ids: skipped }: Skipped,
  decisions: Decisions,
  stays = false,
): QueueView {
  const now = (entry: PendingEntry) => {
    const { joke, similar, askedAt } = entry;
    const twins = similar.map((each) => withDecisions(each, decisions, askedAt));
    return { ...entry, joke: withDecisions(joke, decisions, askedAt), similar: twins };
  };
  const isOpen = (entry: PendingEntry) =>
    now(entry).joke.status === 'pending' && !skipped.includes(entry.joke.joke_id);
  const entries = pages.flatMap((page) => page.entries);
  const id = before?.joke.joke_id;
  const last = entries.find(({ joke }) => joke.joke_id === id) ?? before;
  const open = entries.filter(isOpen);
  const shown = last && (stays || isOpen(last)) ? last : open[0];
  return { shown, current: shown && now(shown), ahead: open.filter((entry) => entry !== shown) };
}

/** Shows a fact again, for example after an undo. */
export function showAgain(entry: PendingEntry): void {
  const { account, ids } = skippedFacts.latest();
  useQueue.setState({ shown: entry });
  skippedFacts.save({ account, ids: ids.filter((id) => id !== entry.joke.joke_id) });
}

/** Puts a fact off until the others are decided. */
export function skip({ joke: { joke_id: id } }: PendingEntry): void {
  const { account, ids } = skippedFacts.latest();
  skippedFacts.save({ account, ids: [...ids, id] });
  announce(`Skipped fact no. ${id}. It comes back at the end.`);
}

/** Loads what is pending now. */
export const loadAgain = (client: QueryClient) => client.resetQueries({ queryKey: QUEUE });

/** Starts again from the oldest fact, including the skipped ones. */
export function beginAgain(client: QueryClient): void {
  skippedFacts.save({ ...skippedFacts.latest(), ids: [] });
  useQueue.setState(START);
  void loadAgain(client);
}

/** Whether another moderator was faster with a fact. One whose text has changed is pending still. */
export function wasLate(end: Progress | undefined, id: number | undefined): boolean {
  const results = end?.is === 'refused' ? end.results : [];
  return results.some(({ joke_id, joke }) => joke_id === id && joke?.status !== 'pending');
}

/**
 * Goes on from the other end, because another moderator is probably at the next fact from this one. Then two moderators
 * meet in the middle.
 * @param from the end from which the fact came about which this one was late; the next one that is shown may still be
 *   from there
 */
export function avoidOthers(client: QueryClient, from: QueueEnd): void {
  if (useQueue.getState().from !== from) return;
  const other = from === 'oldest' ? 'newest' : 'oldest';
  // What was loaded from there is old.
  client.removeQueries({ queryKey: queuePages(other).queryKey });
  useQueue.setState({ from: other });
}

/** How many facts are left, without the skipped ones. @param told how many are pending, as the server last said */
export function leftOf(told: number, { ids }: Skipped, decisions: Decisions): number {
  return Math.max(told - pendingTaken(decisions) - ids.length, 0);
}

/** Whether facts are left after the last one that was loaded: new ones, or those that an undo has brought back. */
export function hasMore(left: number, decisions: Decisions): boolean {
  return left > 0 && unanswered(decisions).length === 0;
}
