import {
  FieldPath,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  type Transaction,
} from 'firebase-admin/firestore';
import {
  MalformedDocument,
  openCollection,
  readable,
  reportNothing,
  type ReportMalformed,
} from '../../database/stored-document.data.ts';
import { jokeDocument, type JokeDocument } from './joke-document.ts';

/** A ranking reads at most so many times what it needs, if it meets nothing but malformed documents. */
const MOST_READ = 10;
/** Names read by one query when the whole collection is walked. */
const NAMES_PER_PAGE = 1_000;

/** What was read of some jokes. */
export interface FoundJokes {
  jokes: JokeDocument[];
  /** documents that exist and are no jokes; `fields` are those that are wrong */
  malformed: { path: string; id: string; fields: string[] }[];
}

export type JokeData = ReturnType<typeof createJokeData>;

/**
 * Reads and writes of `jokes/{id}`. A malformed document, or one under another id than its own, is
 * reported and counts as missing.
 */
export function createJokeData(db: Firestore, report: ReportMalformed = reportNothing) {
  const jokes = openCollection(db, 'jokes');
  const reference = (jokeId: number) => jokes.doc(String(jokeId));

  function sort(snapshots: readonly DocumentSnapshot[]): FoundJokes {
    const found: FoundJokes = { jokes: [], malformed: [] };
    for (const snapshot of snapshots) {
      const { id } = snapshot;
      const skip = (document: MalformedDocument) => {
        report(document);
        found.malformed.push({ path: document.path, id, fields: document.fields });
      };
      const joke = readable(jokeDocument, snapshot, skip);
      if (joke && String(joke.joke_id) === id) found.jokes.push(joke);
      else if (joke) skip(new MalformedDocument(snapshot.ref.path, ['joke_id']));
    }
    return found;
  }

  function read(snapshot: DocumentSnapshot): JokeDocument | undefined {
    return sort([snapshot]).jokes[0];
  }

  /** The jokes of these ids that exist, and what is malformed; one billed read each. */
  async function find(jokeIds: readonly number[]): Promise<FoundJokes> {
    return sort(jokeIds.length === 0 ? [] : await db.getAll(...jokeIds.map(reference)));
  }

  /** Reads on past malformed documents until there are `limit` jokes. */
  async function listApproved(orderedBy: 'score' | 'approved_at', limit: number) {
    const query = jokes
      .where('status', '==', 'approved')
      .orderBy(orderedBy, 'desc')
      .orderBy('joke_id', 'desc');
    const found: JokeDocument[] = [];
    let last: QueryDocumentSnapshot | undefined;
    for (let seen = 0; found.length < limit && seen < MOST_READ * limit;) {
      const page: Query = last ? query.startAfter(last) : query;
      const wanted = limit - found.length;
      const { docs } = await page.limit(wanted).get();
      found.push(...sort(docs).jokes);
      if (docs.length < wanted) break;
      seen += docs.length;
      last = docs.at(-1);
    }
    return found;
  }

  return {
    reference,
    find,

    /** The jokes of these ids that exist; one billed read each. */
    readMany: async (jokeIds: readonly number[]) => (await find(jokeIds)).jokes,

    /** The approved jokes of the highest ranking score; of equal ones the newer first. */
    listTop: (limit: number) => listApproved('score', limit),

    /** The jokes approved last, newest first. */
    listNewest: (limit: number) => listApproved('approved_at', limit),

    /**
     * The jokes changed after a moment, in the order of their changes; at least one billed read.
     * @returns what was found, and whether that is all of it
     */
    async listChanged(after: Date, limit: number): Promise<FoundJokes & { complete: boolean }> {
      const changed = jokes.where('updated_at', '>', after).orderBy('updated_at').limit(limit);
      const { docs } = await changed.get();
      return { ...sort(docs), complete: docs.length < limit };
    },

    /** Whether an approved joke uses this image; one billed read, also for the answer no. */
    async isImagePublic(file: string): Promise<boolean> {
      const users = jokes.where('image.file', '==', file).where('status', '==', 'approved');
      return !(await users.limit(1).select().get()).empty;
    },

    /** One joke inside a transaction; undefined when there is none. */
    async read(transaction: Transaction, jokeId: number): Promise<JokeDocument | undefined> {
      return read(await transaction.get(reference(jokeId)));
    },

    /** The joke whose submission's receipt has this hash; one billed read. */
    async findByReceipt(
      receiptHash: string,
      transaction?: Transaction,
    ): Promise<JokeDocument | undefined> {
      const query = jokes.where('receipt_hash', '==', receiptHash).limit(1);
      const { docs } = transaction ? await transaction.get(query) : await query.get();
      return sort(docs).jokes[0];
    },

    /** The jokes of these ids inside a transaction, undefined where there is none, in their order. */
    async readAll(
      transaction: Transaction,
      jokeIds: readonly number[],
    ): Promise<(JokeDocument | undefined)[]> {
      if (jokeIds.length === 0) return [];
      return (await transaction.getAll(...jokeIds.map(reference))).map(read);
    },

    /** What has a joke_id in [from, to), inside a transaction. */
    async scan(transaction: Transaction, from: number, to: number): Promise<FoundJokes> {
      const range = jokes.where('joke_id', '>=', from).where('joke_id', '<', to);
      return sort((await transaction.get(range)).docs);
    },

    /** The paths of documents without a joke_id in [0, to); one billed read for every document. */
    async *listStrays(to: number): AsyncGenerator<string> {
      const names = jokes.orderBy(FieldPath.documentId()).select('joke_id').limit(NAMES_PER_PAGE);
      for (let page = names; ;) {
        const { docs } = await page.get();
        for (const document of docs) {
          const id: unknown = document.get('joke_id');
          if (typeof id !== 'number' || !(id >= 0 && id < to)) yield document.ref.path;
        }
        const last = docs.at(-1);
        if (!last || docs.length < NAMES_PER_PAGE) return;
        page = names.startAfter(last.id);
      }
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
  };
}
