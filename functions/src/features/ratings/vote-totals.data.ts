import { AggregateField, type Firestore } from 'firebase-admin/firestore';

export type VoteTotalData = ReturnType<typeof createVoteTotalData>;

/** What Firestore adds up over all jokes, for one billed read per 1,000 of them. */
export function createVoteTotalData(db: Firestore) {
  const jokes = db.collection('jokes');
  return {
    /** The votes for approved jokes and the sum of their stars; jokes without `stars` are left out. */
    async read(): Promise<{ votes: number; stars: number }> {
      // The order names the index: status, num_votes, stars.
      const counted = jokes
        .where('status', '==', 'approved')
        .orderBy('num_votes')
        .orderBy('stars')
        .aggregate({ votes: AggregateField.sum('num_votes'), stars: AggregateField.sum('stars') });
      return (await counted.get()).data();
    },

    /** How many jokes have a score that was computed with this prior. */
    async countScored(prior: number): Promise<number> {
      return (await jokes.where('prior', '==', prior).count().get()).data().count;
    },
  };
}
