import { randomBytes } from 'node:crypto';
import { READ, type Follower } from '../catalog/follower.ts';
import { isTombstone, type Joke, type Tombstone } from '../catalog/joke.ts';
import type { JokeData } from '../catalog/jokes.data.ts';
import type { RootData } from '../catalog/root.data.ts';
import { NO_VOTES, ungroupedFields } from '../catalog/score.ts';
import { type AnyStatus, ApiError, type SubmissionState } from '../contract/index.ts';
import { limits, PERSONAL_DATA } from '../domain/index.ts';
import type { CallState } from '../platform/deadline.ts';
import type { Notify } from '../moderation/notifications.service.ts';
import { createQueue } from '../platform/queue.ts';
import type { Networks, TakeUses } from '../platform/quota.ts';
import { sha256 } from '../platform/sha256.ts';
import type { Signing } from '../platform/signing.service.ts';
import type { Tools } from '../platform/tools.ts';

/**
 * The number of what was submitted.
 * @param text as submitted; the joke may have been edited since
 * @throws ApiError conflict for another text
 */
function numberOf(joke: Joke<AnyStatus> | Tombstone, text: string): number {
  const isSame = !isTombstone(joke) && joke.receipt_text_hash === sha256(text);
  if (isSame) return joke.joke_id;
  throw new ApiError('conflict', 'This Idempotency-Key was used for another text.');
}

/** The state of a submission. @param isPublic whether visitors may read a joke */
function stateOf(
  joke: Joke<AnyStatus> | Tombstone,
  isPublic: (jokeId: number) => boolean,
): SubmissionState {
  const { created_at, decided_at } = joke;
  const state = {
    reason: null,
    submitted_at: created_at.toISOString(),
    decided_at: decided_at?.toISOString() ?? null,
    duplicate_of: null,
    joke_id: null,
  };
  if (isTombstone(joke)) {
    return { ...state, status: 'removed', reason: joke.status === 'erased' ? PERSONAL_DATA : null };
  }
  const { joke_id, status, duplicate_of } = joke;
  if (status === 'deleted') {
    return { ...state, status: 'removed', decided_at: joke.deleted_at?.toISOString() ?? null };
  }
  if (status === 'pending') return { ...state, status, decided_at: null };
  if (status === 'approved') return { ...state, status, joke_id };
  const original = duplicate_of !== null && isPublic(duplicate_of) ? duplicate_of : null;
  const rejected = status satisfies 'rejected';
  return { ...state, status: rejected, reason: joke.reject_reason, duplicate_of: original };
}

interface Dependencies extends Pick<Tools, 'transact' | 'clock'> {
  follower: Follower;
  rootData: RootData;
  jokeData: JokeData;
  notify: Notify;
  take: TakeUses;
  signing: Signing;
}

/** What is used of a call. */
interface SubmissionCall {
  key: string | undefined;
  network: Networks;
  state: CallState;
}

export type SubmissionService = ReturnType<typeof createSubmissionService>;

/** Stores the jokes that visitors submit, and reports their state. */
export function createSubmissionService(dependencies: Dependencies) {
  const { follower, rootData, jokeData, notify } = dependencies;
  const { take, signing, transact, clock } = dependencies;
  // They all take their number from the root.
  const inTurn = createQueue({
    places: limits.submissionsWaiting,
    full: 'Too many facts are arriving right now.',
  });

  /** Stores a submission: its number, the joke and its receipt. @returns its number, and whether it was new */
  async function store(joke_text: string, receipt_hash: string, call: CallState) {
    const highest = (await follower.read(READ.visitor)).highestId();
    return transact(
      {
        read: async (transaction) => ({
          stored: await jokeData.findByReceipt(transaction, receipt_hash),
          root: await rootData.readRoot(transaction),
        }),
        earlier: ({ stored }) => stored && { joke_id: numberOf(stored, joke_text), isNew: false },
        write(transaction, { root }) {
          const joke_id = rootData.takeNumbers(transaction, root, highest, 1);
          jokeData.create(transaction, {
            joke_id,
            joke_text,
            status: 'pending',
            ...ungroupedFields(NO_VOTES),
            image: null,
            created_at: new Date(clock()),
            approved_at: null,
            receipt_hash,
            receipt_text_hash: sha256(joke_text),
          });
          return { joke_id, isNew: true };
        },
      },
      call,
    );
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
    async submit(text: string, { key, network, state }: SubmissionCall) {
      const receipt =
        key === undefined
          ? randomBytes(32).toString('base64url')
          : await signing.sign('receipt', key);
      const receiptHash = sha256(receipt);
      const known = (await follower.read(READ.visitor)).findByReceipt(receiptHash);
      if (known) return { joke_id: numberOf(known, text), receipt };
      take.submission(network);
      const { signal } = state;
      const { joke_id, isNew } = await inTurn(() => store(text, receiptHash, state), { signal });
      if (isNew) await notify();
      return { joke_id, receipt };
    },

    /**
     * The state of the submission with this receipt; one billed read if the catalog is too old to know it.
     * @throws ApiError not_found, and too_many_requests for receipts that the catalog does not know
     */
    async follow(receipt: string, network: Networks): Promise<SubmissionState> {
      const hash = sha256(receipt);
      const catalog = await follower.read(READ.visitor);
      let joke = catalog.findByReceipt(hash);
      if (!joke) {
        take.lookup(network);
        joke = await jokeData.lookUpReceipt(hash);
      }
      if (!joke) throw new ApiError('not_found', 'There is no submission with this receipt.');
      return stateOf(joke, catalog.isApproved);
    },
  };
}
