import type { QueryDocumentSnapshot, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { jokeId, ratingSubmission } from '../../contract/index.ts';
import { deleteFound } from '../../platform/database/delete-found.data.ts';
import {
  openCollection,
  parseOrReport,
  reportNothing,
  type DataSource,
} from '../../platform/database/stored-document.data.ts';

export const ratingDocument = z.object({
  joke_id: jokeId,
  rating_num: ratingSubmission.shape.rating_num,
  created_at: z.date(),
  /**
   * The idempotency key that the browser sent, or a random UUID. It distinguishes a retry of this vote
   * from a second vote.
   */
  attempt: z.string(),
  /** The answer to the vote. */
  answer: z.strictObject({ rating: z.number(), num_votes: z.int() }),
});
export type Rating = z.infer<typeof ratingDocument>;

export interface FoundRating {
  rating: Rating;
  voter: string;
}

/** Firestore's limit for the values of an `in` filter. */
export const ATTEMPTS_PER_QUERY = 30;

export type RatingData = ReturnType<typeof createRatingData>;

/** Reads and writes `ratings/{joke_id}_{voter}`. */
export function createRatingData({ db, report = reportNothing }: DataSource) {
  const collection = openCollection(db, 'ratings');
  const reference = (jokeIdNumber: number, voter: string) =>
    collection.doc(`${jokeIdNumber}_${voter}`);

  function withVoter(snapshot: QueryDocumentSnapshot): FoundRating | undefined {
    const rating = parseOrReport(ratingDocument, snapshot, report);
    return rating && { rating, voter: snapshot.id.slice(snapshot.id.indexOf('_') + 1) };
  }

  return {
    /**
     * The ratings that these attempts stored, by attempt; one billed read per rating, at least one.
     * @param attempts at most {@link ATTEMPTS_PER_QUERY}
     */
    async findAttempts(attempts: readonly string[]): Promise<Map<string, FoundRating>> {
      const { docs } = await collection.where('attempt', 'in', [...new Set(attempts)]).get();
      const found = docs.flatMap((document) => withVoter(document) ?? []);
      return new Map(found.map((each) => [each.rating.attempt, each]));
    },
    /**
     * The ratings that these voters gave a joke, by voter; null for a malformed one, which is reported.
     * Voters who have not rated the joke are left out. One billed read per voter.
     */
    async readMany(
      transaction: Transaction,
      jokeIdNumber: number,
      voters: readonly string[],
    ): Promise<Map<string, Rating | null>> {
      const found = new Map<string, Rating | null>();
      if (voters.length === 0) return found;
      const snapshots = await transaction.getAll(
        ...voters.map((voter) => reference(jokeIdNumber, voter)),
      );
      for (const [index, voter] of voters.entries()) {
        const snapshot = snapshots[index];
        if (!snapshot?.exists) continue;
        found.set(voter, parseOrReport(ratingDocument, snapshot, report) ?? null);
      }
      return found;
    },
    /**
     * Deletes every rating of a deleted joke. Such a joke gets no new ones, so this needs no transaction.
     * @returns how many there were; one billed read and one delete each
     */
    removeAll: (jokeIdNumber: number) =>
      deleteFound(db, collection.where('joke_id', '==', jokeIdNumber)),
    /** Counts the ratings of jokes with ids in [from, to); one billed read per 1,000, at least one. */
    async count(transaction: Transaction, from: number, to = from + 1): Promise<number> {
      const range = collection.where('joke_id', '>=', from).where('joke_id', '<', to);
      return (await transaction.get(range.count())).data().count;
    },
    /** The stars of each of a joke's ratings; one billed read per rating. */
    async listStars(transaction: Transaction, jokeIdNumber: number): Promise<number[]> {
      const { docs } = await transaction.get(collection.where('joke_id', '==', jokeIdNumber));
      return docs.flatMap(
        (rating) => parseOrReport(ratingDocument, rating, report)?.rating_num ?? [],
      );
    },
    /** Creates a rating; the commit fails if this voter has rated the joke. */
    create(transaction: Transaction, voter: string, rating: Rating): void {
      transaction.create(reference(rating.joke_id, voter), rating);
    },
  };
}
