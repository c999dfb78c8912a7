import {
  FieldPath,
  FieldValue,
  type DocumentData,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type * as z from 'zod';
import { type AnyStatus, jokeId } from '../contract/index.ts';
import {
  MalformedDocument,
  parseOrReport,
  type DataSource,
} from '../platform/stored-document.data.ts';
import type { Transaction } from '../platform/transact.ts';
import {
  anyDocument,
  anyJoke,
  type Joke,
  JOKE_FIELDS,
  jokeDocument,
  type JokeDocument,
  type Tombstone,
  type Versioned,
} from './joke.ts';

/** Documents per query of the whole collection, and of changes. */
const PER_PAGE = { all: 1_000, changes: 500 };

/** What instances have in memory, and the order of changes. */
const CATALOG_FIELDS = [...JOKE_FIELDS, 'updated_at'];

/** Half a microsecond: what this instance writes is newer than what it replaces, and older than any later write. */
const OWN_WRITE = 0.5;

/** Where a page begins: after this document. */
export type PageStart = QueryDocumentSnapshot;

/** A page of jokes. */
export interface JokePage {
  jokes: Versioned[];
  /** where the next page begins; undefined after the last one */
  next: PageStart | undefined;
  /** the database's time at which it was read, in milliseconds since the epoch */
  readTime: number;
}

/** A joke read in a transaction: undefined if it does not exist, null if its document is malformed. */
export type FoundJoke = JokeDocument | Tombstone | null | undefined;

/** The version of a joke whose document was written at a time. */
export function versionAt(time: Timestamp | undefined): number {
  return time ? time.seconds * 1_000_000 + Math.floor(time.nanoseconds / 1_000) : 0;
}

/** Writes a joke of a new site, as if it had not changed since it was created. @returns it as instances have it */
export function putJoke(
  db: Firestore,
  batch: WriteBatch,
  joke: z.input<typeof jokeDocument>,
): Joke<AnyStatus> | Tombstone {
  const parsed = jokeDocument.parse(joke);
  batch.set(db.doc(`jokes/${joke.joke_id}`), { ...parsed, updated_at: joke.created_at });
  return anyJoke.parse(parsed);
}

export type JokeData = ReturnType<typeof createJokeData>;

/**
 * Reads `jokes/{id}`, and is the only writer of it. A malformed document, or one whose joke_id is not its
 * id, is reported.
 */
export function createJokeData({ db, report, withReadDeadline }: DataSource) {
  const jokes = db.collection('jokes');
  const reference = (jokeId: number) => jokes.doc(String(jokeId));

  /** Parses a document. @returns undefined if it is malformed */
  function parse<Schema extends z.ZodType<{ joke_id: number }>>(
    schema: Schema,
    snapshot: DocumentSnapshot,
  ): z.output<Schema> | undefined {
    const joke = parseOrReport(schema, snapshot, report);
    if (!joke || String(joke.joke_id) === snapshot.id) return joke;
    report(new MalformedDocument(snapshot.ref.path, ['joke_id']));
    return undefined;
  }

  function parseEntry(snapshot: DocumentSnapshot): Versioned[] {
    const joke_id = Number(snapshot.id);
    const joke = parse(anyJoke, snapshot);
    // Other names can't be those of a joke: `007` is not joke 7.
    const isNumber = jokeId.safeParse(joke_id).success && String(joke_id) === snapshot.id;
    return isNumber ? [{ joke_id, version: versionAt(snapshot.updateTime), joke }] : [];
  }

  async function readPage(query: Query, size: number): Promise<JokePage> {
    const page = query.select(...CATALOG_FIELDS).limit(size);
    const { docs, readTime } = await withReadDeadline(page.get());
    return {
      jokes: docs.flatMap(parseEntry),
      next: docs.length === size ? docs.at(-1) : undefined,
      readTime: readTime.toMillis(),
    };
  }

  function parseRead({ versions }: Transaction, snapshot: DocumentSnapshot): FoundJoke {
    if (!snapshot.exists) return undefined;
    versions.set(snapshot.ref.path, versionAt(snapshot.updateTime));
    return parse(anyDocument, snapshot) ?? null;
  }

  /** Says what the transaction makes of a joke. */
  function name({ versions, written }: Transaction, joke: JokeDocument | Tombstone): void {
    const version = (versions.get(reference(joke.joke_id).path) ?? 0) + OWN_WRITE;
    written.push({ version, fields: joke });
  }

  const withReceipt = (hash: string) => jokes.where('receipt_hash', '==', hash).limit(1);
  const timed = (fields: DocumentData) => ({ ...fields, updated_at: FieldValue.serverTimestamp() });

  return {
    /**
     * The jokes that were written after a time, the earliest first.
     * @param after milliseconds since the epoch
     * @param from the `next` of the page before
     */
    readChanges(after: number, from?: PageStart): Promise<JokePage> {
      const time = Timestamp.fromMillis(Math.max(0, after));
      const changes = jokes.where('updated_at', '>', time).orderBy('updated_at');
      return readPage(from ? changes.startAfter(from) : changes, PER_PAGE.changes);
    },

    /** All jokes. @param from the `next` of the page before */
    readAll(from?: PageStart): Promise<JokePage> {
      const all = jokes.orderBy(FieldPath.documentId());
      return readPage(from ? all.startAfter(from.id) : all, PER_PAGE.all);
    },

    /** Reports a joke that was malformed when another instance read it. */
    reportMalformed(jokeId: number): void {
      report(new MalformedDocument(reference(jokeId).path, ['all']));
    },

    /** A joke and other documents, read in one request inside a transaction; one billed read each. */
    async readWith(
      transaction: Transaction,
      jokeId: number,
      documents: readonly DocumentReference[],
    ) {
      const [joke, ...others] = await transaction.sdk.getAll(reference(jokeId), ...documents);
      return { joke: joke && parseRead(transaction, joke), others };
    },

    /** The jokes of these ids, read inside a transaction, in the given order; one billed read each. */
    async readMany(transaction: Transaction, jokeIds: readonly number[]): Promise<FoundJoke[]> {
      if (jokeIds.length === 0) return [];
      const snapshots = await transaction.sdk.getAll(...jokeIds.map(reference));
      return snapshots.map((snapshot) => parseRead(transaction, snapshot));
    },

    /** What was submitted with a receipt, also what is left of it; at least one billed read. */
    async findByReceipt({ sdk }: Transaction, receiptHash: string) {
      const [document] = (await sdk.get(withReceipt(receiptHash))).docs;
      return document && parse(anyDocument, document);
    },

    /** The same outside a transaction. */
    async lookUpReceipt(receiptHash: string): Promise<Joke<AnyStatus> | Tombstone | undefined> {
      const [document] = (await withReadDeadline(withReceipt(receiptHash).get())).docs;
      return document && parse(anyJoke, document);
    },

    /** Creates a joke; the commit fails if its id was ever taken. */
    create(transaction: Transaction, joke: z.input<typeof jokeDocument>): JokeDocument {
      const created = jokeDocument.parse(joke);
      transaction.sdk.create(reference(joke.joke_id), timed(created));
      name(transaction, created);
      return created;
    },

    /** Changes some fields of a joke that the transaction has read; the commit fails if it no longer exists. */
    update(
      transaction: Transaction,
      joke: JokeDocument,
      changes: Partial<JokeDocument>,
    ): JokeDocument {
      const changed = { ...joke, ...changes };
      transaction.sdk.update(reference(joke.joke_id), timed(changes));
      name(transaction, changed);
      return changed;
    },

    /** Replaces a joke that the transaction has read by what is left of it. */
    remove(transaction: Transaction, removed: Tombstone): void {
      transaction.sdk.set(reference(removed.joke_id), timed(removed));
      name(transaction, removed);
    },
  };
}
