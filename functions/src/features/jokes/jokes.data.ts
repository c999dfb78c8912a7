import {
  FieldValue,
  type DocumentData,
  type DocumentSnapshot,
  type Query,
  type QueryDocumentSnapshot,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { TaggedJoke } from '../../catalog/tag-index.ts';
import { readDocuments, readPages } from '../../platform/database/query-pages.data.ts';
import {
  MalformedDocument,
  parseOrReport,
  reportNothing,
  type DataSource,
} from '../../platform/database/stored-document.data.ts';
import { afterAttempt } from '../../platform/database/transact.ts';
import { jokeCounts } from './joke-counts.data.ts';
import {
  jokeDocument,
  type JokeChanges,
  type JokeDocument,
  type NewJoke,
} from './joke-document.ts';

/** A list reads at most this many times its limit when it has to skip malformed documents. */
const MAXIMUM_OVERREAD = 10;
/** Documents per query when the whole collection is listed. */
const DOCUMENTS_PER_PAGE = 1_000;

/** The documents that a read found, parsed. */
export interface FoundJokes {
  jokes: JokeDocument[];
  /** documents that exist but are malformed; `fields` are the wrong ones */
  malformed: { path: string; id: string; fields: string[] }[];
}

/** Firestore's limit for `in` */
export const RECEIPTS_PER_QUERY = 30;

export type JokeData = ReturnType<typeof createJokeData>;

const taggedJoke = z.pick(jokeDocument, { joke_id: true, tags: true, safe: true });

/**
 * Reads `jokes/{id}`, and is the only writer of it. A malformed document, or one whose joke_id is not its
 * id, is reported and counts as missing.
 */
export function createJokeData({ db, report = reportNothing }: DataSource) {
  const jokes = db.collection('jokes');
  const reference = (jokeId: number) => jokes.doc(String(jokeId));
  const listeners: ((jokeId: number) => void)[] = [];

  function notifyAfter(transaction: Transaction, jokeId: number): void {
    afterAttempt(transaction, () => listeners.forEach((listener) => listener(jokeId)));
  }

  function parse(snapshots: readonly DocumentSnapshot[]): FoundJokes {
    const found: FoundJokes = { jokes: [], malformed: [] };
    for (const snapshot of snapshots) {
      const { id } = snapshot;
      const skip = (document: MalformedDocument) => {
        report(document);
        found.malformed.push({ path: document.path, id, fields: document.fields });
      };
      const joke = parseOrReport(jokeDocument, snapshot, skip);
      if (joke && String(joke.joke_id) === id) found.jokes.push(joke);
      else if (joke) skip(new MalformedDocument(snapshot.ref.path, ['joke_id']));
    }
    return found;
  }

  function parseOne(snapshot: DocumentSnapshot): JokeDocument | undefined {
    return parse([snapshot]).jokes[0];
  }

  /** The documents of these ids that exist; one billed read per id. */
  async function find(jokeIds: readonly number[]): Promise<FoundJokes> {
    return parse(jokeIds.length === 0 ? [] : await db.getAll(...jokeIds.map(reference)));
  }

  /** Skips malformed documents and reads on until it has `limit` jokes. */
  async function listApproved(
    orderedBy: 'score' | 'potential' | 'approved_at' | 'week_score',
    limit: number,
    week?: string,
  ) {
    const approved = jokes.where('status', '==', 'approved');
    const query = (week === undefined ? approved : approved.where('week', '==', week))
      .orderBy(orderedBy, 'desc')
      .orderBy('joke_id', 'desc');
    const found: JokeDocument[] = [];
    let last: QueryDocumentSnapshot | undefined;
    for (let seen = 0; found.length < limit && seen < MAXIMUM_OVERREAD * limit;) {
      const page: Query = last ? query.startAfter(last) : query;
      const wanted = limit - found.length;
      const { docs } = await page.limit(wanted).get();
      found.push(...parse(docs).jokes);
      if (docs.length < wanted) break;
      seen += docs.length;
      last = docs.at(-1);
    }
    return found;
  }

  return {
    ...jokeCounts(jokes),
    reference,
    find,

    /** The jokes of these ids that exist; one billed read per id. */
    readMany: async (jokeIds: readonly number[]) => (await find(jokeIds)).jokes,

    /** The approved jokes with the highest scores, best first; the newer of two equal ones first. */
    listTop: (limit: number) => listApproved('score', limit),

    /** The approved jokes with the highest scores of a week, best first. @param week its Monday */
    listTopOfWeek: (week: string, limit: number) => listApproved('week_score', limit, week),

    /** The approved jokes with the highest potential, best first. */
    listContenders: (limit: number) => listApproved('potential', limit),

    /** The most recently approved jokes, newest first. */
    listNewest: (limit: number) => listApproved('approved_at', limit),

    /** Whether an approved joke uses this image; one billed read. @param file its content hash */
    async isImagePublic(file: string): Promise<boolean> {
      const users = jokes.where('image.file', '==', file).where('status', '==', 'approved');
      return !(await users.limit(1).select().get()).empty;
    },

    /** A joke, read inside a transaction; undefined if it does not exist. */
    async read(transaction: Transaction, jokeId: number): Promise<JokeDocument | undefined> {
      return parseOne(await transaction.get(reference(jokeId)));
    },

    /** A joke and all fields of its document, read inside a transaction; null for a malformed one. */
    async readWhole(transaction: Transaction, jokeId: number) {
      const snapshot = await transaction.get(reference(jokeId));
      const joke = parseOne(snapshot);
      return joke ? { joke, fields: snapshot.data() ?? {} } : null;
    },

    /** The joke that was submitted with this receipt; one billed read. */
    async findByReceipt(receiptHash: string): Promise<JokeDocument | undefined> {
      const { docs } = await jokes.where('receipt_hash', '==', receiptHash).limit(1).get();
      return parse(docs).jokes[0];
    },

    /**
     * The jokes that were submitted with some of these receipts, at most `RECEIPTS_PER_QUERY`, by their
     * hashes; one billed read each, at least one.
     */
    async findByReceipts(
      transaction: Transaction,
      receiptHashes: readonly string[],
    ): Promise<Map<string, JokeDocument>> {
      const query = jokes.where('receipt_hash', 'in', receiptHashes);
      const found = parse((await transaction.get(query)).docs).jokes;
      return new Map(found.map((joke) => [joke.receipt_hash ?? '', joke]));
    },

    /** The jokes of these ids inside a transaction, in the given order; undefined for a missing one. */
    async readAll(
      transaction: Transaction,
      jokeIds: readonly number[],
    ): Promise<(JokeDocument | undefined)[]> {
      if (jokeIds.length === 0) return [];
      return (await transaction.getAll(...jokeIds.map(reference))).map(parseOne);
    },

    /** The documents with a joke_id in [from, to), inside a transaction; one billed read each. */
    async scan(transaction: Transaction, from: number, to: number): Promise<FoundJokes> {
      const range = jokes.where('joke_id', '>=', from).where('joke_id', '<', to);
      return parse((await transaction.get(range)).docs);
    },

    /** What the jokes with a joke_id in [0, to) have; one billed read each. */
    async readTagged(to: number): Promise<TaggedJoke[]> {
      const found: TaggedJoke[] = [];
      for (let from = 0; from < to; from += DOCUMENTS_PER_PAGE) {
        const end = Math.min(to, from + DOCUMENTS_PER_PAGE);
        const range = jokes.where('joke_id', '>=', from).where('joke_id', '<', end);
        const { docs } = await range.select('joke_id', 'tags', 'safe').get();
        for (const document of docs) {
          const joke = parseOrReport(taggedJoke, document, () => undefined);
          if (joke) found.push(joke);
        }
      }
      return found;
    },

    /** The paths of documents without a joke_id in [0, to); one billed read per stored document. */
    async *listStrays(to: number): AsyncGenerator<string> {
      const query = jokes.select('joke_id');
      for await (const page of readPages(query, DOCUMENTS_PER_PAGE, readDocuments)) {
        for (const document of page) {
          const id: unknown = document.get('joke_id');
          if (typeof id !== 'number' || !(id >= 0 && id < to)) yield document.ref.path;
        }
      }
    },

    /** The highest joke_id up to `limit`, or 0 without jokes; one billed read. */
    async highestId(limit: number): Promise<number> {
      const highest = jokes.where('joke_id', '<=', limit).orderBy('joke_id', 'desc').limit(1);
      const [document] = (await highest.get()).docs;
      const joke_id: unknown = document?.get('joke_id');
      return typeof joke_id === 'number' ? Math.max(0, Math.floor(joke_id)) : 0;
    },

    /** Calls the listener after each transaction of this process that changes or removes a joke. */
    onWrite: (listener: (jokeId: number) => void) => listeners.push(listener),

    /** Creates a joke; the commit fails if its id is taken. */
    create(transaction: Transaction, joke: NewJoke): void {
      transaction.create(reference(joke.joke_id), joke);
    },

    /** Creates a joke as its document was before it was deleted; the commit fails if its id is taken. */
    restore(transaction: Transaction, jokeId: number, fields: DocumentData): void {
      transaction.create(reference(jokeId), fields);
      notifyAfter(transaction, jokeId);
    },

    /** Changes some fields of a joke, or removes undefined ones; the commit fails if it no longer exists. */
    update(transaction: Transaction, jokeId: number, changes: JokeChanges): void {
      const fields = Object.entries(changes).map(([name, value]) => [
        name,
        value === undefined ? FieldValue.delete() : value,
      ]);
      transaction.update(reference(jokeId), Object.fromEntries(fields));
      notifyAfter(transaction, jokeId);
    },

    remove(transaction: Transaction, jokeId: number): void {
      transaction.delete(reference(jokeId));
      notifyAfter(transaction, jokeId);
    },
  };
}
