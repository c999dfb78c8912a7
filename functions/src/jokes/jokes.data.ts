import { FieldPath, type Firestore, type Transaction } from 'firebase-admin/firestore';
import { parseSnapshot } from '../database/stored-document.data.ts';
import { jokeDocument, type JokeDocument } from './joke-document.ts';

export type JokeData = ReturnType<typeof createJokeData>;

/** Reads and writes of `jokes/{id}`. */
export function createJokeData(db: Firestore) {
  const jokes = db.collection('jokes');
  const reference = (jokeId: number) => jokes.doc(String(jokeId));

  async function listApproved(orderedBy: 'score' | 'approved_at', limit: number) {
    const snapshot = await jokes
      .where('status', '==', 'approved')
      .orderBy(orderedBy, 'desc')
      .orderBy('joke_id', 'desc')
      .limit(limit)
      .get();
    return snapshot.docs.flatMap((document) => parseSnapshot(jokeDocument, document) ?? []);
  }

  return {
    reference,

    /** The jokes of these ids that exist; one billed read each. */
    async readMany(jokeIds: readonly number[]): Promise<JokeDocument[]> {
      if (jokeIds.length === 0) return [];
      const snapshots = await db.getAll(...jokeIds.map(reference));
      return snapshots.flatMap((snapshot) => parseSnapshot(jokeDocument, snapshot) ?? []);
    },

    /** The approved jokes of the highest ranking score; of equal ones the newer first. */
    listTop: (limit: number) => listApproved('score', limit),

    /** The jokes approved last, newest first. */
    listNewest: (limit: number) => listApproved('approved_at', limit),

    /** The jokes changed after a moment, in the order of their changes; at least one billed read. */
    async listChanged(after: Date, limit: number): Promise<JokeDocument[]> {
      const changed = jokes.where('updated_at', '>', after).orderBy('updated_at').limit(limit);
      return (await changed.get()).docs.flatMap(
        (document) => parseSnapshot(jokeDocument, document) ?? [],
      );
    },

    /** One joke inside a transaction; undefined when there is none. */
    async read(transaction: Transaction, jokeId: number): Promise<JokeDocument | undefined> {
      return parseSnapshot(jokeDocument, await transaction.get(reference(jokeId)));
    },

    /** Creates a joke; the commit fails when its id is taken. */
    create(transaction: Transaction, joke: JokeDocument): void {
      transaction.create(reference(joke.joke_id), joke);
    },

    /** Changes some fields of a joke; the commit fails when it is gone. */
    update(transaction: Transaction, jokeId: number, fields: Partial<JokeDocument>): void {
      transaction.update(reference(jokeId), fields);
    },

    remove(transaction: Transaction, jokeId: number): void {
      transaction.delete(reference(jokeId));
    },

    /** Whether the collection has no document at all; one billed read. */
    async isEmpty(): Promise<boolean> {
      return (await jokes.orderBy(FieldPath.documentId()).limit(1).get()).empty;
    },
  };
}
