import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { jokeId, ratingSubmission } from '../contract/index.ts';
import { parseSnapshot } from '../database/stored-document.data.ts';

const ratingDocument = z.strictObject({
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
export function createRatingData(db: Firestore) {
  const reference = (jokeIdNumber: number, voter: string) =>
    db.collection('ratings').doc(`${jokeIdNumber}_${voter}`);
  return {
    /** The ratings of these voters for a joke, undefined where there is none, in their order. */
    async readMany(
      transaction: Transaction,
      jokeIdNumber: number,
      voters: readonly string[],
    ): Promise<(Rating | undefined)[]> {
      const snapshots = await transaction.getAll(
        ...voters.map((voter) => reference(jokeIdNumber, voter)),
      );
      return snapshots.map((snapshot) => parseSnapshot(ratingDocument, snapshot));
    },
    /**
     * Deletes every rating of a joke that is gone; a joke that takes no more votes has no new ones.
     * @returns how many there were; one billed read and delete each
     */
    async removeAll(jokeIdNumber: number): Promise<number> {
      const ratings = db.collection('ratings').where('joke_id', '==', jokeIdNumber);
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
    /** Creates a rating; the commit fails when there is one. */
    create(transaction: Transaction, voter: string, rating: Rating): void {
      transaction.create(reference(rating.joke_id, voter), rating);
    },
  };
}
