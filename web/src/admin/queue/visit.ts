import type { ModeratedSimilarJoke, QueueEntry, Tagging } from 'functions/contract';
import { taggingOnApproval } from 'functions/domain';
import { UNDECIDED, type Decided } from '../decisions.ts';
import type { ReadJoke } from '../changes.ts';
import { DUPLICATE } from '../similar-list.tsx';
import type { Tagged } from '../tags/tag-choices.tsx';

/** A visit of the queue. */
export interface Visit extends Decided {
  /** What was chosen about tags and whether facts are for children; it is saved with the decision. */
  taggings: ReadonlyMap<number, Tagging>;
  /** The loaded facts, oldest first. */
  entries: readonly QueueEntry[];
  /** The current fact, which never changes on its own: others may come back that are older. */
  pinned: number | undefined;
  /** How many facts were pending when the visit began; undefined before the first page. */
  total: number | undefined;
  /** `after` for the next page; null at the end. */
  next: number | null;
  /** whether facts were passed over, which are loaded at the end */
  passedOver: boolean;
  loading: boolean;
  /** why the latest page could not be loaded */
  loadError: unknown;
}

/** A visit that has not begun. */
export const BEGINNING: Visit = {
  ...UNDECIDED,
  taggings: new Map(),
  entries: [],
  pinned: undefined,
  total: undefined,
  next: 0,
  passedOver: false,
  loading: false,
  loadError: undefined,
};

/** What a visit has done with a fact. */
type Outcome = 'approved' | 'rejected' | 'skipped';

/** The facts that this visit has approved, rejected or skipped, or only one of these. */
function decidedIn({ steps }: Decided, wanted?: Outcome): Set<number> {
  const outcomes = steps.flatMap(({ action, items }) =>
    items.map(({ joke_id, patch: { status } }) => ({
      joke_id,
      outcome: action === 'skip' ? 'skipped' : status,
    })),
  );
  // An edit has none.
  const decided = outcomes.filter(({ outcome }) =>
    wanted === undefined ? outcome !== undefined : outcome === wanted,
  );
  return new Set(decided.map(({ joke_id }) => joke_id));
}

/** The facts that are still to be reviewed, the current one first. */
export function facing(state: Visit): QueueEntry[] {
  const decided = decidedIn(state);
  const open = state.entries.filter(
    ({ joke: { joke_id, status } }) =>
      status === 'pending' && !decided.has(joke_id) && !state.rows.get(joke_id)?.deleted,
  );
  const first = open.find(({ joke }) => joke.joke_id === state.pinned);
  return first ? [first, ...open.filter((entry) => entry !== first)] : open;
}

/** The tags with which a fact is approved, and whether it is for children: as chosen, or as the hint suggests. */
export function taggedAs({ joke, hint }: QueueEntry, { taggings }: Visit): Tagged {
  return { ...taggingOnApproval(joke, hint), ...taggings.get(joke.joke_id) };
}

/** The number of facts that were approved, rejected or skipped; of all before the current one. */
export function countOf(state: Visit, outcome?: Outcome): number {
  const counted = decidedIn(state, outcome);
  if (outcome !== undefined) return counted.size;
  const open = facing(state);
  // Other moderators may have been faster.
  for (const entry of state.entries) if (!open.includes(entry)) counted.add(entry.joke.joke_id);
  return counted.size;
}

/** What is known about the facts that are like a pending one, with the statuses that this visit has given them. */
export interface Likeness {
  /** the one that is most like it, if people would call it a duplicate */
  twin: ModeratedSimilarJoke | undefined;
  others: ModeratedSimilarJoke[];
  /** a published one that it repeats */
  original: ModeratedSimilarJoke | undefined;
  /**
   * What can be rejected as duplicates of the original at once: the fact itself and the pending ones like
   * it. Empty if there is no such other one.
   */
  duplicates: ReadJoke[];
  /** the pending ones that it could be kept instead of; empty if one is published */
  rivals: ModeratedSimilarJoke[];
}

/** Compares a pending fact with those like it. */
export function likenessOf({ joke, similar }: QueueEntry, state: Visit): Likeness {
  const known = new Map(state.entries.map((entry) => [entry.joke.joke_id, entry.joke.status]));
  for (const status of ['approved', 'rejected'] as const) {
    for (const id of decidedIn(state, status)) known.set(id, status);
  }
  const now = similar.map((each) => ({ ...each, status: known.get(each.joke_id) ?? each.status }));
  const close = now.filter(({ similarity }) => similarity >= DUPLICATE);
  const [twin] = close;
  const original = close.find(({ status }) => status === 'approved');
  const decided = decidedIn(state);
  const alike = close.filter(
    ({ joke_id, status }) => status === 'pending' && !decided.has(joke_id),
  );
  return {
    twin,
    others: now.filter((each) => each !== twin),
    original,
    duplicates: original && alike.length > 0 ? [joke, ...alike] : [],
    rivals: original ? [] : alike,
  };
}

/** What the moderator must know about facts that are no longer shown. */
export function noticesOf(state: Visit): { joke_id: number; text: string }[] {
  const open = new Set(facing(state).map(({ joke }) => joke.joke_id));
  return [...state.rows].flatMap(([joke_id, { failure }]) => {
    if (failure === undefined) return [];
    return { joke_id, text: open.has(joke_id) ? `${failure} It’s back in the queue.` : failure };
  });
}
