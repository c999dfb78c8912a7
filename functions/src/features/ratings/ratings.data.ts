import type { Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { ratingSubmission, votesAfter } from '../../contract/index.ts';
import type { CastVote } from '../../catalog/tally.ts';
import {
  parseOrReport,
  reportNothing,
  type DataSource,
} from '../../platform/database/stored-document.data.ts';
import { createVoterDocuments, voterDocument } from '../../platform/voters/once-per-voter.ts';

const ratingContent = z.object({
  rating_num: ratingSubmission.shape.rating_num,
  /** see `voteGroup` */
  group: z.optional(z.int().check(z.minimum(0), z.maximum(255))),
  /** the answer to the vote */
  answer: votesAfter,
});
const ratingDocument = z.extend(voterDocument, ratingContent.shape);

/** What counts of a rating. */
const castVote = z.pick(ratingDocument, { rating_num: true, group: true, created_at: true });

export type RatingData = ReturnType<typeof createRatingData>;

/** Reads and writes `ratings/{joke_id}_{voter}`. */
export function createRatingData(source: DataSource) {
  const documents = createVoterDocuments<z.output<typeof ratingContent>>(
    source,
    'ratings',
    ratingDocument,
  );
  const { collection } = documents;
  const { report = reportNothing } = source;

  return {
    ...documents,
    /** Counts the ratings of jokes with ids in [from, to); one billed read per 1,000, at least one. */
    async count(transaction: Transaction, from: number, to = from + 1): Promise<number> {
      const range = collection.where('joke_id', '>=', from).where('joke_id', '<', to);
      return (await transaction.get(range.count())).data().count;
    },
    /** All votes on a joke; one billed read each. */
    async list(transaction: Transaction, jokeIdNumber: number): Promise<CastVote[]> {
      const { docs } = await transaction.get(collection.where('joke_id', '==', jokeIdNumber));
      return docs.flatMap((snapshot) => {
        const rating = parseOrReport(castVote, snapshot, report);
        if (!rating) return [];
        const { rating_num: stars, group, created_at } = rating;
        return [{ stars, group, created_at }];
      });
    },
  };
}
