import { AggregateField, type CollectionReference } from 'firebase-admin/firestore';

/** What Firestore counts in `jokes`, without reading a document. */
export function jokeCounts(jokes: CollectionReference) {
  return {
    /** The number of documents in the collection; one billed read per 1,000. */
    async count(): Promise<number> {
      return (await jokes.count().get()).data().count;
    },

    /**
     * Votes on approved jokes and the sum of their stars; one billed read per 1,000 jokes.
     */
    async countVotes(): Promise<{ votes: number; stars: number }> {
      // The orderBy clauses make Firestore use the index on status, num_votes and stars.
      const counted = jokes
        .where('status', '==', 'approved')
        .orderBy('num_votes')
        .orderBy('stars')
        .aggregate({ votes: AggregateField.sum('num_votes'), stars: AggregateField.sum('stars') });
      return (await counted.get()).data();
    },

    /** The number of jokes whose score was computed with this prior; one billed read per 1,000. */
    async countScored(prior: number): Promise<number> {
      return (await jokes.where('prior', '==', prior).count().get()).data().count;
    },
  };
}
