import type {
  ChangeAction,
  ChangeReceipt,
  ChangeRequest,
  Joke,
  Patch,
  RejectReason,
} from 'functions/contract';
import type { ListedJoke, PendingEntry } from './moderation-queries.ts';
import { newKey } from '../api/new-key.ts';

/** A joke whose text and status a moderator saw. */
export type SeenJoke = Pick<ListedJoke, 'joke_id' | 'joke_text' | 'status' | 'text_hash'>;

/** A change of jokes as it is sent. */
export interface Change extends Readonly<ChangeRequest> {
  /** Sent with it each time, so that it is made once. */
  readonly key: string;
  /** the text of its only joke */
  readonly quoted?: string;
  /** the fact that the queue showed */
  readonly madeAt?: PendingEntry;
  readonly undoes?: undefined;
}

interface Undoing {
  readonly key: string;
  /** the key of a change of this tab, or the id of one in the log */
  readonly undoes: string;
  readonly action: ChangeAction;
  /** the jokes, and the statuses that they had before */
  readonly items: readonly { joke_id: number; patch: Partial<Pick<ListedJoke, 'status'>> }[];
  readonly reason?: undefined;
}

/** What a moderator does with one request. */
export type Decision = Change | Undoing;

/** How far a decision has come. A failure is that of the last request. */
export type Progress =
  /** No request has left, or the server said of each that it changed nothing. */
  | { is: 'waiting'; failure?: unknown }
  /** A request has left, and whether it was carried out is unknown. */
  | { is: 'sent'; failure?: unknown }
  /** `at`: when, by `performance.now()`. The receipt is null for the undo of a change that was never sent. */
  | { is: 'answered'; at: number; receipt: ChangeReceipt | null }
  /** Nothing was changed. `isOld`: whether another decision has followed, with which this leaves the screen. */
  | { is: 'refused'; at: number; why: string; results: ChangeReceipt['results']; isOld?: true };

/** A decision of this tab. */
export interface Entry {
  readonly decision: Decision;
  readonly progress: Progress;
}

/**
 * Creates a change of jokes.
 * @param patchOf the changed fields of each joke; the server refuses a joke that has changed since it was seen
 */
export function newChange(
  action: Change['action'],
  jokes: readonly SeenJoke[],
  patchOf: Patch | ((joke: SeenJoke) => Patch),
  reason?: RejectReason,
): Change {
  const items = jokes.map((joke) => {
    const { joke_id, status, text_hash } = joke;
    const seen = status === 'deleted' ? {} : { status };
    return {
      joke_id,
      expected: { ...seen, ...(text_hash !== undefined && { text_hash }) },
      patch: typeof patchOf === 'function' ? patchOf(joke) : patchOf,
    };
  });
  const [only] = jokes;
  return {
    key: newKey(),
    action,
    items,
    ...(reason && { reason }),
    ...(only && jokes.length === 1 && { quoted: only.joke_text }),
  };
}

/** An approval. @param content other fields that change with it */
export function approval(jokes: readonly SeenJoke[], content: Patch = {}): Change {
  return newChange('approve', jokes, { ...content, status: 'approved' });
}

/** A rejection. @param original the joke that the rejected ones duplicate */
export function rejection(
  jokes: readonly SeenJoke[],
  reason?: RejectReason,
  original?: Pick<Joke, 'joke_id'>,
): Change {
  const duplicate_of = reason === 'duplicate' ? original?.joke_id : undefined;
  const patch = {
    status: 'rejected',
    ...(duplicate_of !== undefined && { duplicate_of }),
  } as const;
  return newChange('reject', jokes, patch, reason);
}

/** Approves one of several duplicates, and rejects the others as duplicates of it. */
export function keepingOne(kept: SeenJoke, others: readonly SeenJoke[]): Change {
  const patchOf = ({ joke_id }: SeenJoke): Patch =>
    joke_id === kept.joke_id
      ? { status: 'approved' }
      : { status: 'rejected', duplicate_of: kept.joke_id };
  return newChange('keep-one', [kept, ...others], patchOf, 'duplicate');
}

/** Undoes a change of this tab. */
export function undoing({ key, action, items }: Change): Decision {
  const before = items.map(({ joke_id, expected: { status }, patch }) => ({
    joke_id,
    patch: status !== undefined && patch.status !== undefined ? { status } : {},
  }));
  return { key: newKey(), undoes: key, action, items: before };
}
