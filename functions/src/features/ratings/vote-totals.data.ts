import { AggregateField, type Firestore } from 'firebase-admin/firestore';

export type VoteTotalData = ReturnType<typeof createVoteTotalData>;

/** Totals over all jokes, computed by Firestore; one billed read per 1,000 jokes. */
export function createVoteTotalData(db: Firestore) {
  const jokes = db.collection('jokes');
  return {
    /** Votes on approved jokes and the sum of their stars, leaving out jokes without `stars`. */
    async read(): Promise<{ votes: number; stars: number }> {
      // The orderBy clauses make Firestore use the index on status, num_votes and stars.
      const counted = jokes
        .where('status', '==', 'approved')
        .orderBy('num_votes')
        .orderBy('stars')
        .aggregate({ votes: AggregateField.sum('num_votes'), stars: AggregateField.sum('stars') });
      return (await counted.get()).data();
    },

    /** The number of jokes whose score was computed with this prior. */
    async countScored(prior: number): Promise<number> {
      return (await jokes.where('prior', '==', prior).count().get()).data().count;
    },
  };
}
