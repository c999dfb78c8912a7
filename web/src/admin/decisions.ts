import { create } from 'zustand';
import type { Patch } from 'functions/contract';
import { PERSONAL_DATA } from 'functions/domain';
import { profileOf, useSession, type Session } from '../stores/session.ts';
import type { Change, Entry, Progress } from './changes.ts';
import type { ListedJoke } from './moderation-queries.ts';

/** The decisions of one administrator in this tab. */
export interface Decisions {
  /** the account that made them; null until it is known */
  account: string | null;
  /** the first one first */
  entries: readonly Entry[];
  /** Those that were dropped before they were sent, because the account has signed out elsewhere or another one signed in. */
  lost: { count: number; account: string } | null;
}

const NONE: Decisions = { account: null, entries: [], lost: null };

export const useDecisions = create<Decisions>()(() => NONE);

interface Unanswered extends Entry {
  readonly progress: Extract<Progress, { is: 'waiting' | 'sent' }>;
}

const isUnanswered = (entry: Entry): entry is Unanswered =>
  entry.progress.is === 'waiting' || entry.progress.is === 'sent';

/** The decisions whose effect the server has not told yet. */
export const unanswered = ({ entries }: Decisions) => entries.filter(isUnanswered);

/** The entry of a decision; undefined when it was undone before it was sent, or dropped. */
export const entryOf = (key: string) =>
  useDecisions.getState().entries.find(({ decision }) => decision.key === key);

/** Replaces an entry, or removes it. */
export function setEntry(key: string, ...now: readonly Entry[]): void {
  useDecisions.setState(({ entries }) => ({
    entries: entries.flatMap((entry) => (entry.decision.key === key ? now : entry)),
  }));
}

/** Drops all decisions, without a word: the administrator has chosen so. */
export const dropDecisions = () => useDecisions.setState(NONE, true);

/** Decisions belong to the account that made them: they are dropped when it leaves, and it is told how many were not sent. */
function followAccount(session: Session): void {
  const { account, entries, lost } = useDecisions.getState();
  const now = profileOf(session)?.account ?? null;
  const isLeft =
    session.is === 'signed-out' || (now !== null && account !== null && now !== account);
  if (isLeft) {
    const count = entries.filter(isUnanswered).length;
    const dropped = count > 0 ? { count, account: account ?? '' } : lost;
    useDecisions.setState({ account: now, entries: [], lost: dropped });
  } else if (account === null && now !== null) useDecisions.setState({ account: now });
}

followAccount(useSession.getState());
useSession.subscribe(followAccount);

/** The fields that a decision changes; an undo has only the status from before. */
export type ChangedFields = Omit<Patch, 'status'> & Partial<Pick<ListedJoke, 'status'>>;

/** The joke in the latest answer to a decision since then: null if it is gone, undefined if no answer has it. */
function lastTold({ entries }: Decisions, id: number, since: number) {
  for (const { progress } of entries.toReversed()) {
    if (!('at' in progress) || progress.at < since) continue;
    const results = progress.is === 'refused' ? progress.results : progress.receipt?.results;
    const result = results?.find(({ joke_id }) => joke_id === id);
    if (result) return result.joke;
  }
  return undefined;
}

/** What is left of a joke that no longer exists. */
export const GONE: Pick<ListedJoke, 'status'> = { status: 'deleted' };

/** The fields of a joke that decisions change. */
type Decided = Pick<ListedJoke, 'joke_id' | 'status'> & Partial<Pick<ListedJoke, 'tags'>>;

/**
 * A joke as it will be after the unanswered decisions.
 * @param since when it was asked for, by `performance.now()`, if newer answers have not been applied to it
 */
export function withDecisions<J extends Decided>(
  joke: J,
  decisions: Decisions,
  since = Infinity,
): J {
  const told = lastTold(decisions, joke.joke_id, since);
  let now: J = { ...joke, ...(told === null ? GONE : told) };
  for (const { decision } of unanswered(decisions)) {
    const item = decision.items.find(({ joke_id }) => joke_id === joke.joke_id);
    if (!item) continue;
    const patch: ChangedFields = item.patch;
    const { status, safe, duplicate_of, tags, add_tags = [], remove_tags = [] } = patch;
    const otherTags = (tags ?? now.tags ?? []).filter((tag) => !remove_tags.includes(tag));
    now = {
      ...now,
      tags: [...new Set([...otherTags, ...add_tags])],
      ...(safe !== undefined && { safe }),
      ...(status && { status }),
      ...(status === 'rejected' && { reject_reason: decision.reason, duplicate_of }),
    };
  }
  return now;
}

/** The latest unanswered action on a joke. */
export function unansweredAction(
  jokeId: number,
  decisions: Decisions,
): Change['action'] | 'undo' | undefined {
  const decision = unanswered(decisions).findLast(({ decision: { items } }) =>
    items.some(({ joke_id }) => joke_id === jokeId),
  )?.decision;
  return decision?.undoes === undefined ? decision?.action : 'undo';
}

/** The changes that can be undone, the latest last. */
export function undoable({ entries }: Decisions): Change[] {
  const undone = new Set(
    entries.map(({ decision, progress }) => progress.is !== 'refused' && decision.undoes),
  );
  return entries.flatMap(({ decision, progress }) => {
    if (decision.undoes !== undefined || progress.is === 'refused') return [];
    const id = progress.is === 'answered' ? progress.receipt?.change_id : undefined;
    const isMade = progress.is !== 'answered' || Boolean(id);
    const isUndone = undone.has(decision.key) || undone.has(id ?? '');
    return isMade && !isUndone && decision.reason !== PERSONAL_DATA ? decision : [];
  });
}

/** How many fewer facts will be pending after the unanswered decisions. */
export function pendingTaken(decisions: Decisions): number {
  const taken = unanswered(decisions).flatMap(({ decision }) => {
    const { items } = decision;
    if (decision.undoes !== undefined) {
      return items.map(({ patch }) => (patch.status === 'pending' ? -1 : 0));
    }
    return decision.items.map(({ expected, patch }) =>
      expected?.status === 'pending' && patch.status !== undefined ? 1 : 0,
    );
  });
  return taken.reduce((sum: number, one) => sum + one, 0);
}
