import { createHash, randomBytes } from 'node:crypto';
import { newRoot, type CatalogData } from '../catalog/catalog.data.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import { isRemoved, type CatalogEntry, type NewJoke } from '../catalog/joke-document.ts';
import type { JokeData } from '../catalog/jokes.data.ts';
import { NO_VOTES } from '../catalog/score.ts';
import { ungroupedFields } from '../catalog/tally.ts';
import { createQueue } from '../platform/queue.ts';
import { ApiError, type SubmissionState } from '../contract/index.ts';
import { limits, PERSONAL_DATA } from '../domain/index.ts';
import { writeTimeout, type Transact } from '../platform/transact.ts';
import type { Notifications } from '../platform/notifications.service.ts';
import type { NetworkQuota, Networks } from '../platform/quota.ts';
import type { Signing } from '../platform/signing.service.ts';

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

function tooManyAtOnce(): ApiError {
  return new ApiError('unavailable', 'Too many facts are arriving right now. Please try again.', {
    retryAfter: 10,
    shed: true,
  });
}

/** What a joke repeats, as far as visitors may know. */
type Original = Pick<SubmissionState, 'duplicate_of' | 'original_hidden'>;

const NO_ORIGINAL: Original = { duplicate_of: null, original_hidden: false };

function stateOf(joke: CatalogEntry, original: Original): SubmissionState {
  const { created_at, decided_at } = joke;
  const submitted_at = created_at.toISOString();
  const gone = { status: 'removed', reason: null, ...original, joke_id: null } as const;
  if (isRemoved(joke)) {
    const reason = joke.status === 'erased' ? PERSONAL_DATA : null;
    const decided = joke.decided_at.toISOString();
    return { ...gone, reason, submitted_at, decided_at: decided };
  }
  if (joke.status === 'deleted') {
    return { ...gone, submitted_at, decided_at: joke.deleted_at?.toISOString() ?? null };
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
  takeSubmission: NetworkQuota;
  signing: Signing;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

export function createSubmissionService({
  catalog: catalogs,
  data,
  jokes,
  notifications,
  takeSubmission,
  signing,
  transact,
  clock,
}: Dependencies) {
  // They all take their number from the root.
  const inTurn = createQueue(writeTimeout(clock));
  let inProgress = 0;

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

  /** Stores a submission: its number, the joke and its receipt. @returns its number, and whether it was new */
  async function store(text: string, receipt_hash: string) {
    const highest = (await catalogs.current()).highestId();
    return transact(
      async (transaction) => {
        const root = (await data.readRoot(transaction)) ?? newRoot();
        const joke_id = Math.max(root.next_joke_id, highest + 1);
        data.writeRoot(transaction, { ...root, next_joke_id: joke_id + 1 });
        jokes.create(transaction, newJoke(joke_id, text, receipt_hash, new Date(clock())));
        return { joke_id, isNew: true };
      },
      {
        async marker(transaction) {
          const stored = await jokes.findByReceipt(transaction, receipt_hash);
          return stored && { joke_id: numberOf(stored, text), isNew: false };
        },
      },
    );
  }

  async function storeInTurn(text: string, receipt: string, network: Networks): Promise<number> {
    const receiptHash = sha256(receipt);
    const known = (await catalogs.current()).findByReceipt(receiptHash);
    if (known) return numberOf(known, text);
    takeSubmission(network);
    const { joke_id, isNew } = await inTurn(() => store(text, receiptHash));
    await notifications.submitted(isNew);
    return joke_id;
  }

  return {
    /**
     * Stores a new pending joke, once for each idempotency key.
     * @param text normalized
     * @returns the number of the new joke, or of the one already stored, and its receipt: a secret that only the
     *   submitter knows
     * @throws ApiError conflict when the key was used for another text, too_many_requests, and unavailable when too
     *   many submissions are waiting
     */
    async submit(text: string, idempotencyKey: string | undefined, network: Networks) {
      const receipt =
        idempotencyKey === undefined
          ? randomBytes(32).toString('base64url')
          : await signing.sign('receipt', idempotencyKey);
      if (inProgress >= limits.submissionsInProgress) throw tooManyAtOnce();
      inProgress += 1;
      try {
        return { joke_id: await storeInTurn(text, receipt, network), receipt };
      } finally {
        inProgress -= 1;
      }
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
