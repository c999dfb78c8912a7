import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { jokeId, ratingSubmission } from '../contract/index.ts';
import {
  openCollection,
  readable,
  reportNothing,
  type ReportMalformed,
} from '../database/stored-document.data.ts';

export const ratingDocument = z.object({
  joke_id: jokeId,
  rating_num: ratingSubmission.shape.rating_num,
  created_at: z.date(),
  /** Tells a repeated attempt of the same vote from a second vote. */
  attempt: z.string(),
});
export type Rating = z.infer<typeof ratingDocument>;

/** Ratings deleted in one commit. */
const RATINGS_PER_COMMIT = 400;

export type RatingData = ReturnType<typeof createRatingData>;

/** Reads and writes of `ratings/{joke_id}_{voter}`. */
export function createRatingData(db: Firestore, report: ReportMalformed = reportNothing) {
  const all = openCollection(db, 'ratings');
  const reference = (jokeIdNumber: number, voter: string) => all.doc(`${jokeIdNumber}_${voter}`);
  return {
    /**
     * The attempts that rated a joke for these voters, undefined where there is no rating, in their
     * order. A malformed rating is reported and counts as one of an unknown attempt.
     */
    async readAttempts(
      transaction: Transaction,
      jokeIdNumber: number,
      voters: readonly string[],
    ): Promise<(string | undefined)[]> {
      const snapshots = await transaction.getAll(
        ...voters.map((voter) => reference(jokeIdNumber, voter)),
      );
      return snapshots.map((snapshot) =>
        snapshot.exists ? (readable(ratingDocument, snapshot, report)?.attempt ?? '') : undefined,
      );
    },
    /**
     * Deletes every rating of a joke that is gone; a joke that takes no more votes has no new ones.
     * @returns how many there were; one billed read and delete each
     */
    async removeAll(jokeIdNumber: number): Promise<number> {
      const ratings = all.where('joke_id', '==', jokeIdNumber);
      for (let removed = 0; ;) {
        const { docs } = await ratings.limit(RATINGS_PER_COMMIT).get();
        if (docs.length === 0) return removed;
        const batch = db.batch();
        for (const rating of docs) batch.delete(rating.ref);
        await batch.commit();
        removed += docs.length;
        if (docs.length < RATINGS_PER_COMMIT) return removed;
      }
    },
    /** How many ratings the jokes of ids in [from, to) have; a billed read for each 1,000, at least one. */
    async count(transaction: Transaction, from: number, to = from + 1): Promise<number> {
      const range = all.where('joke_id', '>=', from).where('joke_id', '<', to);
      return (await transaction.get(range.count())).data().count;
    },
    /** The stars of a joke's ratings; a billed read for each. */
    async listStars(transaction: Transaction, jokeIdNumber: number): Promise<number[]> {
      const { docs } = await transaction.get(all.where('joke_id', '==', jokeIdNumber));
      return docs.flatMap((rating) => readable(ratingDocument, rating, report)?.rating_num ?? []);
    },
    /** Creates a rating; the commit fails when there is one. */
    create(transaction: Transaction, voter: string, rating: Rating): void {
      transaction.create(reference(rating.joke_id, voter), rating);
    },
  };
}
