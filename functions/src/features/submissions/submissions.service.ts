import { createHash, randomUUID } from 'node:crypto';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { voteFields } from '../../catalog/score.ts';
import { ApiError } from '../../contract/index.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import type { JokeData, NewJoke } from '../jokes/jokes.data.ts';

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
    ...voteFields([0, 0, 0, 0, 0], prior),
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

export type SubmissionService = ReturnType<typeof createSubmissionService>;

/** @param clock milliseconds since the epoch */
export function createSubmissionService(
  catalog: CatalogService,
  jokes: JokeData,
  clock: () => number,
) {
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

    /**
     * Stores a new pending joke, once per receipt.
     * @param text normalized
     * @param receipt a secret that only the submitter knows; by default a random one
     * @returns the new joke, or the one already stored with this receipt
     * @throws ApiError conflict when that one was submitted with another text
     */
    submit(text: string, receipt: string = randomUUID()): Promise<NewJoke> {
      const created_at = new Date(clock());
      const receipt_hash = sha256(receipt);
      return catalog.change(async (transaction, draft) => {
        // The same submission in progress twice, or a commit that failed with an error but happened.
        const earlier = await jokes.findByReceipt(receipt_hash, transaction);
        if (earlier) {
          requireSameText(earlier, text);
          return earlier;
        }
        const joke = newJoke(draft.nextJokeId, text, receipt_hash, created_at, draft.root.prior);
        jokes.create(transaction, joke);
        draft.put([joke]);
        return joke;
      });
    },
  };
}
