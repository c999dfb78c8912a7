import { createHash, randomUUID } from 'node:crypto';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { ApiError } from '../../contract/index.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import { voteFields } from '../../catalog/score.ts';

export interface SubmissionService {
  /**
   * The joke that was submitted with a receipt, if one was; one billed read.
   * @param text normalised
   * @throws ApiError conflict when its text was another
   */
  find(text: string, receipt: string): Promise<JokeDocument | undefined>;
  /**
   * Stores a new pending joke, once for each receipt.
   * @param text normalised
   * @param receipt a secret of whoever submits it; a random one if left out
   * @returns the joke, or the one that is stored with this receipt
   * @throws ApiError conflict when there is one of this receipt with another text
   */
  submit(text: string, receipt?: string): Promise<JokeDocument>;
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
): JokeDocument {
  return {
    joke_id,
    joke_text,
    status: 'pending',
    ...voteFields([0, 0, 0, 0, 0], prior),
    image: null,
    created_at,
    updated_at: created_at,
    approved_at: null,
    receipt_hash,
    receipt_text_hash: sha256(joke_text),
  };
}

/** Compares the text as it was submitted: it may have been edited since. */
function requireSameText(joke: JokeDocument, text: string): void {
  if (joke.receipt_text_hash !== sha256(text)) {
    throw new ApiError('conflict', 'This Idempotency-Key was used for another text.');
  }
}

/** Taking in new jokes. */
export function createSubmissionService(
  catalog: CatalogService,
  jokes: JokeData,
  clock: () => number,
): SubmissionService {
  return {
    async find(text, receipt) {
      const joke = await withReadDeadline(jokes.findByReceipt(sha256(receipt)));
      if (joke) requireSameText(joke, text);
      return joke;
    },
    submit(text, receipt = randomUUID()) {
      const created_at = new Date(clock());
      const receipt_hash = sha256(receipt);
      return catalog.change(async (transaction, draft) => {
        // The same submission under way twice, or an attempt whose commit answered with an error.
        const earlier = await jokes.findByReceipt(receipt_hash, transaction);
        if (earlier) {
          requireSameText(earlier, text);
          return earlier;
        }
        const joke = newJoke(draft.nextJokeId, text, receipt_hash, created_at, draft.root.prior);
        jokes.create(transaction, joke);
        draft.add(joke.joke_id, joke.status, text);
        return joke;
      });
    },
  };
}
