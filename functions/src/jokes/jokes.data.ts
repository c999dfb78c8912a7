import {
  FieldPath,
  type Firestore,
  type QueryDocumentSnapshot,
  type Transaction,
} from 'firebase-admin/firestore';
import { MalformedDocument, parseSnapshot } from '../database/stored-document.data.ts';
import { jokeDocument, type JokeDocument } from './joke-document.ts';

/** The joke of a document that is one and stands under its own id. */
function wellFormed(snapshot: QueryDocumentSnapshot): JokeDocument | undefined {
  try {
    const joke = parseSnapshot(jokeDocument, snapshot);
    return joke && String(joke.joke_id) === snapshot.id ? joke : undefined;
  } catch (error) {
    if (error instanceof MalformedDocument) return undefined;
    throw error;
  }
}

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

    /** The jokes of these ids inside a transaction, undefined where there is none, in their order. */
    async readAll(
      transaction: Transaction,
      jokeIds: readonly number[],
    ): Promise<(JokeDocument | undefined)[]> {
      if (jokeIds.length === 0) return [];
      const snapshots = await transaction.getAll(...jokeIds.map(reference));
      return snapshots.map((snapshot) => parseSnapshot(jokeDocument, snapshot));
    },

    /**
     * What has a joke_id in [from, to), inside a transaction.
     * @returns the jokes, and the paths of documents that are none
     */
    async scan(
      transaction: Transaction,
      from: number,
      to: number,
    ): Promise<{ jokes: JokeDocument[]; malformed: string[] }> {
      const range = jokes.where('joke_id', '>=', from).where('joke_id', '<', to);
      const found: { jokes: JokeDocument[]; malformed: string[] } = { jokes: [], malformed: [] };
      for (const snapshot of (await transaction.get(range)).docs) {
        const joke = wellFormed(snapshot);
        if (joke) found.jokes.push(joke);
        else found.malformed.push(snapshot.ref.path);
      }
      return found;
    },

    /** The highest joke_id up to `limit`, 0 without jokes; one billed read. */
    async highestId(limit: number): Promise<number> {
      const highest = jokes.where('joke_id', '<=', limit).orderBy('joke_id', 'desc').limit(1);
      const [document] = (await highest.get()).docs;
      const joke_id: unknown = document?.get('joke_id');
      return typeof joke_id === 'number' ? Math.max(0, Math.floor(joke_id)) : 0;
    },

    /** How many documents the collection has; one billed read per 1,000. */
    async count(): Promise<number> {
      return (await jokes.count().get()).data().count;
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
