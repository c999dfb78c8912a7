import { createHash, randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { HIGHEST_JOKE_ID, statusOf } from '../../catalog/catalog-root.ts';
import { ungroupedFields } from '../../catalog/tally.ts';
import { createBatcher } from '../../platform/concurrency/batch.ts';
import { ApiError, type SubmissionState } from '../../contract/index.ts';
import { PERSONAL_DATA } from '../../domain/index.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import { writeTimeout } from '../../platform/database/transact.ts';
import type { Log } from '../../platform/logging/log.ts';
import {
  reachesStep,
  type Notifications,
} from '../../platform/notifications/notifications.service.ts';
import type { JokeAudit } from '../../platform/audit/audit.data.ts';
import type { JokeDocument, NewJoke } from '../jokes/joke-document.ts';
import { RECEIPTS_PER_QUERY, type JokeData } from '../jokes/jokes.data.ts';

/**
 * For decisions, also those on other instances, which change the same document: after a batch of several
 * submissions, an instance leaves the catalog alone for so many times as long as the batch took.
 */
const PAUSE_FACTOR = 3;
const MAXIMUM_PAUSE_MS = 2_000;

/** A stored submission. */
interface StoredSubmission {
  joke: NewJoke;
  /** whether its batch has made so many jokes pending that the owner is told; of one of the batch only */
  isStep: boolean;
}

/** A submission to store. */
interface Submission {
  /** normalized */
  text: string;
  receipt_hash: string;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}

function newJoke(
  joke_id: number,
  joke_text: string,
  receipt_hash: string,
  created_at: Date,
  prior: number,
): NewJoke {
  return {
    joke_id,
    joke_text,
    status: 'pending',
    ...ungroupedFields([0, 0, 0, 0, 0], prior),
    image: null,
    created_at,
    approved_at: null,
    receipt_hash,
    receipt_text_hash: sha256(joke_text),
  };
}

/** Compares with the text as submitted, because the joke may have been edited since. */
function requireSameText(joke: NewJoke, text: string): void {
  if (joke.receipt_text_hash !== sha256(text)) {
    throw new ApiError('conflict', 'This Idempotency-Key was used for another text.');
  }
}

/** A random receipt, for a submission without an idempotency key. */
export function newReceipt(): string {
  return randomBytes(32).toString('base64url');
}

/** What a joke repeats, as far as visitors may know. */
type Original = Pick<SubmissionState, 'duplicate_of' | 'original_hidden'>;

const NO_ORIGINAL: Original = { duplicate_of: null, original_hidden: false };

function stateOf(joke: JokeDocument, original: Original): SubmissionState {
  const { joke_id, status, created_at, approved_at, decided_at, reject_reason } = joke;
  // An import that approves a joke only sets the date of its approval.
  const decided = decided_at ?? (status === 'approved' ? approved_at : null);
  return {
    status,
    reason: status === 'rejected' ? reject_reason : null,
    submitted_at: created_at.toISOString(),
    decided_at: status === 'pending' ? null : (decided?.toISOString() ?? null),
    ...original,
    joke_id: status === 'approved' ? joke_id : null,
  };
}

export type SubmissionService = ReturnType<typeof createSubmissionService>;

interface Dependencies {
  catalog: CatalogService;
  jokes: JokeData;
  audit: Pick<JokeAudit, 'findDeletion'>;
  notifications: Notifications;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

/** For the owner, once per instance. */
const FULL = `No more facts can be submitted: their numbers have reached ${HIGHEST_JOKE_ID}, the most that catalog/root has room for. See "Beyond a million jokes" in docs/operating.md.`;

function noRoom(): ApiError {
  return new ApiError('unavailable', 'This site is full and can’t take more facts at the moment.', {
    retryAfter: 60 * 60,
    shed: true,
  });
}

export function createSubmissionService({
  catalog,
  jokes,
  audit,
  notifications,
  withReadDeadline,
  clock,
  log,
}: Dependencies) {
  let reportedFull = false;

  /** The joke that a rejected one repeats, as long as visitors may read it; no billed read. */
  async function originalOf({ status, duplicate_of }: JokeDocument): Promise<Original> {
    if (status !== 'rejected' || duplicate_of === null) return NO_ORIGINAL;
    const { root } = await catalog.current();
    const isPublic = statusOf(root, duplicate_of) === 'approved';
    return isPublic ? { ...NO_ORIGINAL, duplicate_of } : { ...NO_ORIGINAL, original_hidden: true };
  }

  async function findState(receipt: string): Promise<SubmissionState> {
    const hash = sha256(receipt);
    const joke = await withReadDeadline(jokes.findByReceipt(hash));
    if (joke) return stateOf(joke, await originalOf(joke));
    const deletion = await withReadDeadline(audit.findDeletion(hash));
    const created_at = deletion?.before['created_at'];
    if (!deletion || !(created_at instanceof Date)) {
      throw new ApiError('not_found', 'There is no submission with this receipt.');
    }
    return {
      status: 'removed',
      reason: deletion.reason === PERSONAL_DATA ? PERSONAL_DATA : null,
      submitted_at: created_at.toISOString(),
      decided_at: deletion.at.toISOString(),
      ...NO_ORIGINAL,
      joke_id: null,
    };
  }

  /**
   * Stores each of these submissions, unless it is stored already: sent twice at the same time, or by a
   * commit that failed with an error but happened.
   */
  function storeAll(submissions: readonly Submission[]): Promise<StoredSubmission[]> {
    const created_at = new Date(clock());
    return catalog.change(async (transaction, draft) => {
      const hashes = new Set(submissions.map(({ receipt_hash }) => receipt_hash));
      const stored = new Map<string, NewJoke>(await jokes.findByReceipts(transaction, [...hashes]));
      const created: NewJoke[] = [];
      for (const { text, receipt_hash } of submissions) {
        if (stored.has(receipt_hash)) continue;
        const jokeId = draft.nextJokeId + created.length;
        const joke = newJoke(jokeId, text, receipt_hash, created_at, draft.root.prior);
        jokes.create(transaction, joke);
        created.push(joke);
        stored.set(receipt_hash, joke);
      }
      const before = draft.root.totals.pending;
      if (created.length > 0) draft.put(created);
      const isStep = reachesStep(before, draft.root.totals.pending);
      return submissions.flatMap(({ receipt_hash }, index) => {
        const joke = stored.get(receipt_hash);
        return joke ? { joke, isStep: isStep && index === 0 } : [];
      });
    });
  }

  let pauseEnds = 0;
  /** So a decision waits for one batch at most, however many submissions wait. */
  const storeBatched = createBatcher<Submission, StoredSubmission>(
    RECEIPTS_PER_QUERY,
    writeTimeout(clock),
    async (_key, submissions) => {
      await setTimeout(Math.max(0, pauseEnds - performance.now()));
      const started = performance.now();
      try {
        return await storeAll(submissions);
      } finally {
        const ended = performance.now();
        const pause = submissions.length > 1 ? PAUSE_FACTOR * (ended - started) : 0;
        pauseEnds = ended + Math.min(MAXIMUM_PAUSE_MS, pause);
      }
    },
  );

  return {
    /**
     * The joke that was submitted with a receipt, if any; one billed read.
     * @param text normalized
     * @throws ApiError conflict when it was submitted with another text
     */
    async find(text: string, receipt: string): Promise<NewJoke | undefined> {
      const joke = await withReadDeadline(jokes.findByReceipt(sha256(receipt)));
      if (joke) requireSameText(joke, text);
      return joke;
    },

    /** @throws ApiError unavailable when there is no number left for another joke, before it takes any quota */
    async requireRoom(): Promise<void> {
      const { root } = await catalog.current();
      if (root.next_joke_id <= HIGHEST_JOKE_ID) return;
      if (!reportedFull) log({ severity: 'ERROR', message: FULL });
      reportedFull = true;
      throw noRoom();
    },

    /**
     * Stores a new pending joke, once per receipt.
     * @param text normalized
     * @param receipt a secret that only the submitter knows; by default a random one
     * @returns the new joke, or the one already stored with this receipt
     * @throws ApiError conflict when that one was submitted with another text
     */
    async submit(text: string, receipt: string = newReceipt()): Promise<NewJoke> {
      const submission = { text, receipt_hash: sha256(receipt) };
      const { joke, isStep } = await storeBatched('submissions', submission);
      await notifications.submitted(isStep);
      requireSameText(joke, text);
      return joke;
    },

    /**
     * The state of the submission with this receipt. One billed read, two if it was deleted, or three
     * if it is unknown. A receipt has 256 random bits, so guesses need no quota.
     * @throws ApiError not_found
     */
    follow: findState,
  };
}
