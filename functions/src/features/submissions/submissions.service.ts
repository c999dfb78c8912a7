import { createHash, randomBytes } from 'node:crypto';
import { newRoot, type CatalogData } from '../../catalog/catalog.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { isRemoved, type CatalogEntry, type NewJoke } from '../../catalog/joke-document.ts';
import type { JokeData } from '../../catalog/jokes.data.ts';
import { NO_VOTES } from '../../catalog/score.ts';
import { ungroupedFields } from '../../catalog/tally.ts';
import { createQueue } from '../../platform/concurrency/queue.ts';
import { ApiError, type SubmissionState } from '../../contract/index.ts';
import { PERSONAL_DATA } from '../../domain/index.ts';
import { writeTimeout, type Transact } from '../../platform/database/transact.ts';
import {
  reachesStep,
  type Notifications,
} from '../../platform/notifications/notifications.service.ts';

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function newJoke(
  joke_id: number,
  joke_text: string,
  receipt_hash: string,
  created_at: Date,
): NewJoke {
  return {
    joke_id,
    joke_text,
    status: 'pending',
    ...ungroupedFields(NO_VOTES),
    image: null,
    created_at,
    approved_at: null,
    receipt_hash,
    receipt_text_hash: sha256(joke_text),
  };
}

/** A random receipt, for a submission without an idempotency key. */
export function newReceipt(): string {
  return randomBytes(32).toString('base64url');
}

/** What a joke repeats, as far as visitors may know. */
type Original = Pick<SubmissionState, 'duplicate_of' | 'original_hidden'>;

const NO_ORIGINAL: Original = { duplicate_of: null, original_hidden: false };

function stateOf(joke: CatalogEntry, original: Original): SubmissionState {
  const { created_at, decided_at } = joke;
  const submitted_at = created_at.toISOString();
  if (isRemoved(joke)) {
    const reason = joke.status === 'erased' ? PERSONAL_DATA : null;
    const decided = joke.decided_at.toISOString();
    return {
      status: 'removed',
      reason,
      submitted_at,
      decided_at: decided,
      ...original,
      joke_id: null,
    };
  }
  const { joke_id, status, approved_at, reject_reason } = joke;
  // An import that approves a joke only sets the date of its approval.
  const decided = decided_at ?? (status === 'approved' ? approved_at : null);
  return {
    status,
    reason: status === 'rejected' ? reject_reason : null,
    submitted_at,
    decided_at: status === 'pending' ? null : (decided?.toISOString() ?? null),
    ...original,
    joke_id: status === 'approved' ? joke_id : null,
  };
}

export type SubmissionService = ReturnType<typeof createSubmissionService>;

interface Dependencies {
  catalog: CatalogService;
  data: CatalogData;
  jokes: JokeData;
  notifications: Notifications;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

export function createSubmissionService({
  catalog: catalogs,
  data,
  jokes,
  notifications,
  transact,
  clock,
}: Dependencies) {
  // They all take their number from the root.
  const inTurn = createQueue(writeTimeout(clock));

  /** What was submitted with a receipt; the catalog may be too old to know. */
  async function findByReceipt(receiptHash: string): Promise<CatalogEntry | undefined> {
    const known = (await catalogs.current()).findByReceipt(receiptHash);
    return known ?? (await catalogs.afterUnknown()).findByReceipt(receiptHash);
  }

  /** The joke that a rejected one repeats, as long as visitors may read it. */
  async function originalOf(joke: CatalogEntry): Promise<Original> {
    if (joke.status !== 'rejected' || joke.duplicate_of === null) return NO_ORIGINAL;
    const isPublic = (await catalogs.current()).isApproved(joke.duplicate_of);
    return isPublic
      ? { ...NO_ORIGINAL, duplicate_of: joke.duplicate_of }
      : { ...NO_ORIGINAL, original_hidden: true };
  }

  /**
   * The number of what was submitted.
   * @param text as submitted; the joke may have been edited since
   * @throws ApiError conflict for another text
   */
  function numberOf(joke: CatalogEntry, text: string): number {
    const isSame = !isRemoved(joke) && joke.receipt_text_hash === sha256(text);
    if (isSame) return joke.joke_id;
    throw new ApiError('conflict', 'This Idempotency-Key was used for another text.');
  }

  /**
   * Stores a submission, unless it is stored already: sent twice at the same time, or by a commit that failed with an
   * error but happened.
   */
  async function store(text: string, receipt_hash: string) {
    const highest = (await catalogs.current()).highestId();
    return transact(async (transaction) => {
      const [stored, root = newRoot()] = await Promise.all([
        jokes.findByReceipt(transaction, receipt_hash),
        data.readRoot(transaction),
      ]);
      if (stored) return { joke_id: numberOf(stored, text), isNew: false };
      const joke_id = Math.max(root.next_joke_id, highest + 1);
      data.writeRoot(transaction, { ...root, next_joke_id: joke_id + 1 });
      jokes.create(transaction, newJoke(joke_id, text, receipt_hash, new Date(clock())));
      return { joke_id, isNew: true };
    });
  }

  return {
    /**
     * The number of the joke that was submitted with a receipt, if any.
     * @param text normalized
     * @throws ApiError conflict when it was submitted with another text
     */
    async find(text: string, receipt: string): Promise<number | undefined> {
      const joke = await findByReceipt(sha256(receipt));
      return joke && numberOf(joke, text);
    },

    /**
     * Stores a new pending joke, once per receipt.
     * @param text normalized
     * @param receipt a secret that only the submitter knows; by default a random one
     * @returns the number of the new joke, or of the one already stored with this receipt
     * @throws ApiError conflict when that one was submitted with another text
     */
    async submit(text: string, receipt: string = newReceipt()): Promise<number> {
      const { joke_id, isNew } = await inTurn(() => store(text, sha256(receipt)));
      const { pending } = (await catalogs.current()).totals();
      await notifications.submitted(isNew && reachesStep(pending - 1, pending));
      return joke_id;
    },

    /**
     * The state of the submission with this receipt. A receipt has 256 random bits, so guesses need no quota.
     * @throws ApiError not_found
     */
    async follow(receipt: string): Promise<SubmissionState> {
      const joke = await findByReceipt(sha256(receipt));
      if (!joke) throw new ApiError('not_found', 'There is no submission with this receipt.');
      return stateOf(joke, await originalOf(joke));
    },
  };
}
