import type {
  ChangeReceipt,
  ChangeRequest,
  Joke,
  Patch,
  RejectReason,
  Tagging,
} from 'functions/contract';

/** A joke as a moderator saw it. */
export type SeenJoke = Pick<Joke, 'joke_id' | 'status' | 'text_hash'>;

/** A joke whose text a moderator saw. */
export type ReadJoke = SeenJoke & Pick<Joke, 'joke_text'>;

type Item = ChangeRequest['items'][number];

/** A change as it is sent, and the key that is sent with it each time. */
export interface Change extends Readonly<ChangeRequest> {
  readonly key: string;
}

/** Leaving a fact of the queue for later. */
interface Skip {
  readonly key: string;
  readonly action: 'skip';
  readonly items: readonly Item[];
}

/** What can be undone in one go. Its key tells it apart. */
export type Step = Change | Skip;

/** What the server answered about one joke. */
export type ChangeResult = ChangeReceipt['results'][number];

/** What becomes of a joke that is as the moderator saw it; if it has changed since, the server refuses that. */
export function itemOf({ joke_id, status, text_hash }: SeenJoke, patch: Patch): Item {
  return { joke_id, expected: { status, ...(text_hash !== undefined && { text_hash }) }, patch };
}

/** A change that was not sent yet. */
export function newChange(action: Change['action'], items: Item[], reason?: RejectReason): Change {
  return { key: crypto.randomUUID(), action, items, ...(reason && { reason }) };
}

/** What belongs to an approval or rejection. */
export interface DecisionOptions {
  reason?: RejectReason | undefined;
  /** the fact that these repeat */
  duplicate_of?: number | undefined;
  /** the tags, and whether it is for children, which are saved with it */
  tagging?: Tagging | undefined;
}

/** An approval or rejection of jokes. */
export function newDecision(
  action: 'approve' | 'reject',
  jokes: readonly SeenJoke[],
  { reason, duplicate_of, tagging }: DecisionOptions = {},
): Change {
  const status = action === 'approve' ? 'approved' : 'rejected';
  const patch = { status, ...(duplicate_of && { duplicate_of }), ...tagging } as const;
  return newChange(
    action,
    jokes.map((joke) => itemOf(joke, patch)),
    reason,
  );
}

/** Approves one of several jokes that say the same, and rejects the others as its duplicates. */
export function keepingOne(kept: SeenJoke, others: readonly SeenJoke[], tagging?: Tagging): Change {
  const rejected = { status: 'rejected', duplicate_of: kept.joke_id } as const;
  const items = [
    itemOf(kept, { status: 'approved', ...tagging }),
    ...others.map((joke) => itemOf(joke, rejected)),
  ];
  return newChange('keep-one', items, 'duplicate');
}
