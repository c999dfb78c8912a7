import {
  FieldPath,
  FieldValue,
  type DocumentData,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type QueryDocumentSnapshot,
  Timestamp,
  type Transaction,
  type WriteBatch,
} from 'firebase-admin/firestore';
import type * as z from 'zod';
import { jokeId } from '../contract/index.ts';
import {
  MalformedDocument,
  parseOrReport,
  type DataSource,
} from '../platform/stored-document.data.ts';
import { afterAttempt } from '../platform/transact.ts';
import {
  catalogEntry,
  isRemoved,
  jokeDocument,
  keptJoke,
  storedJoke,
  type CatalogEntry,
  type JokeChanges,
  type JokeDocument,
  type NewJoke,
  type RemovedJoke,
  type StoredJoke,
  type VersionedJoke,
} from './joke-document.ts';

/** Documents per query of the whole collection, and of changes. */
const PER_PAGE = { all: 1_000, changes: 500 };

/** What instances have in memory, and the order of changes. */
const CATALOG_FIELDS = [...keptJoke.keyof().options, 'updated_at'];

/** Half a microsecond: what this instance writes is newer than what it replaces, and older than any later write. */
const OWN_WRITE = 0.5;

/** Where a page begins: after this document. */
export type PageStart = QueryDocumentSnapshot;

/** A page of jokes. */
export interface JokePage {
  jokes: VersionedJoke[];
  /** where the next page begins; undefined after the last one */
  next: PageStart | undefined;
  /** the database's time at which it was read, in milliseconds since the epoch */
  readTime: number;
}

/** A joke read in a transaction: undefined if it does not exist, null if its document is malformed. */
export type FoundJoke = StoredJoke | null | undefined;

function withoutTally(joke: StoredJoke): CatalogEntry {
  if (isRemoved(joke)) return joke;
  const { tally: _, ...rest } = joke;
  return rest;
}

/** The version of a joke whose document was written at a time. */
export function versionAt(time: Timestamp | undefined): number {
  return time ? time.seconds * 1_000_000 + Math.floor(time.nanoseconds / 1_000) : 0;
}

/** Writes a joke of a new site, as if it had not changed since it was created. @returns it as instances have it */
export function putJoke(db: Firestore, batch: WriteBatch, joke: NewJoke): CatalogEntry {
  const parsed = jokeDocument.parse(joke);
  batch.set(db.doc(`jokes/${joke.joke_id}`), { ...parsed, updated_at: joke.created_at });
  return withoutTally(parsed);
}

export type JokeData = ReturnType<typeof createJokeData>;

/**
 * Reads `jokes/{id}`, and is the only writer of it. A malformed document, or one whose joke_id is not its
 * id, is reported.
 * @param onWrite called after each transaction of this process with each joke that it wrote; with undefined if the
 *   transaction failed, although it may have happened
 */
export function createJokeData(
  { db, report, withReadDeadline }: DataSource,
  onWrite: (written: VersionedJoke | undefined) => void,
) {
  const jokes = db.collection('jokes');
  const reference = (jokeId: number) => jokes.doc(String(jokeId));
  /** the versions of the jokes that each transaction has read */
  const attempts = new WeakMap<Transaction, Map<number, number>>();

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

  function parseEntry(snapshot: DocumentSnapshot): VersionedJoke[] {
    const joke_id = Number(snapshot.id);
    const joke = parse(catalogEntry, snapshot);
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

  function parseRead(transaction: Transaction, snapshot: DocumentSnapshot): FoundJoke {
    if (!snapshot.exists) return undefined;
    const versions = attempts.get(transaction) ?? new Map<number, number>();
    attempts.set(transaction, versions.set(Number(snapshot.id), versionAt(snapshot.updateTime)));
    return parse(storedJoke, snapshot) ?? null;
  }

  /** Reports what the transaction has made of a joke, unless the commit returned an error. */
  function written(transaction: Transaction, joke: StoredJoke): void {
    const { joke_id } = joke;
    const version = (attempts.get(transaction)?.get(joke_id) ?? 0) + OWN_WRITE;
    afterAttempt(transaction, (committed) => {
      onWrite(committed ? { joke_id, version, joke: withoutTally(joke) } : undefined);
    });
  }

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

    /** A joke, read inside a transaction; one billed read. */
    async read(transaction: Transaction, jokeId: number): Promise<FoundJoke> {
      return parseRead(transaction, await transaction.get(reference(jokeId)));
    },

    /** The jokes of these ids, read inside a transaction, in the given order; one billed read each. */
    async readMany(transaction: Transaction, jokeIds: readonly number[]): Promise<FoundJoke[]> {
      if (jokeIds.length === 0) return [];
      const snapshots = await transaction.getAll(...jokeIds.map(reference));
      return snapshots.map((snapshot) => parseRead(transaction, snapshot));
    },

    /** What was submitted with a receipt, also what is left of it; at least one billed read. */
    async findByReceipt(transaction: Transaction, receiptHash: string) {
      const query = jokes.where('receipt_hash', '==', receiptHash).limit(1);
      const [document] = (await transaction.get(query)).docs;
      return document && parse(storedJoke, document);
    },

    /** Creates a joke; the commit fails if its id was ever taken. */
    create(transaction: Transaction, joke: NewJoke): JokeDocument {
      const created = jokeDocument.parse(joke);
      transaction.create(reference(joke.joke_id), timed(created));
      written(transaction, created);
      return created;
    },

    /** Changes some fields of a joke that the transaction has read; the commit fails if it no longer exists. */
    update(transaction: Transaction, joke: JokeDocument, changes: JokeChanges): JokeDocument {
      const changed = { ...joke, ...changes };
      transaction.update(reference(joke.joke_id), timed(changes));
      written(transaction, changed);
      return changed;
    },

    /** Replaces a joke that the transaction has read by what is left of it. */
    remove(transaction: Transaction, removed: RemovedJoke): void {
      transaction.set(reference(removed.joke_id), timed(removed));
      written(transaction, removed);
    },
  };
}
