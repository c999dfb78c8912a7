import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip, type ZlibOptions } from 'node:zlib';
import type { DocumentSnapshot } from 'firebase-admin/firestore';
import * as z from 'zod';
import { ApiError, HIGHEST_JOKE_ID, jokeId } from '../contract/index.ts';
import { inSlices } from '../platform/slices.ts';
import { MalformedDocument, parseSnapshot } from '../platform/stored-document.data.ts';
import type { Tools, Transaction } from '../platform/tools.ts';
import { orNull, snapshotJoke, type Versioned } from './joke.ts';

/** The number of the format in which jokes are stored. A version that finds another one leaves the site alone. */
const FORMAT = 3;

/** So that each part of a snapshot and its document's name fit into 1 MiB. */
const PART_BYTES = 700_000;
/** Decompressing in a few large pieces takes a third less time. */
const PIECE_BYTES = 1_048_576;
/** What 100,000 jokes can have at most; a snapshot that has more is malformed. */
const MOST_BYTES = 268_435_456;

const compress = promisify<Buffer | string, Buffer>(gzip);
const decompress = promisify<Uint8Array, ZlibOptions, Buffer>(gunzip);

const storedSnapshot = z.object({
  /** random; its parts are `catalog/{name}-{number}` */
  name: z.string(),
  parts: z.int().min(0),
  /** the database's time: what had been written before is in it */
  read_at: z.date(),
  /** when all jokes were last read for it; not what an instance had in memory */
  full_at: z.date(),
});
export type StoredSnapshot = z.infer<typeof storedSnapshot>;

const rootDocument = z.object({
  format: z.literal(FORMAT),
  /** random; instances that find another one read the whole catalog again */
  epoch: z.string(),
  next_joke_id: z.int().min(1),
  snapshot: orNull(storedSnapshot),
  /** who is writing the next snapshot */
  writer: orNull(z.object({ name: z.string(), until: z.date() })),
  /** the jokes that were erased, and of which something may be left; and when that was */
  erasing: z.array(z.object({ joke_id: jokeId, at: z.date() })).default([]),
});

/** `catalog/root` */
export type Root = z.infer<typeof rootDocument>;

const partDocument = z.object({ bytes: z.instanceof(Uint8Array) });

/**
 * A line of a snapshot: a joke's version, and the joke, or its number if its document is malformed. Compiled, because
 * it is most of what a start has to do.
 */
const snapshotLine = z.compile(z.tuple([z.number(), z.union([jokeId, snapshotJoke])]), {
  strict: true,
});

/** A name that was never used. */
export function newName(): string {
  return randomBytes(12).toString('hex');
}

/** The root of a new site. @param next_joke_id by default, the first one */
export function newRoot(next_joke_id = 1): Root {
  const nobody = { snapshot: null, writer: null, erasing: [] };
  return { format: FORMAT, epoch: newName(), next_joke_id, ...nobody };
}

/** Writes dates as milliseconds since the epoch, and leaves out what is null. */
function writtenValue(this: Readonly<Record<string, unknown>>, name: string, value: unknown) {
  const given = this[name];
  return given instanceof Date ? given.getTime() : (value ?? undefined);
}

/** Compresses jokes as lines of JSON, each with its version. @returns the parts of the snapshot */
export async function encodeSnapshot(jokes: readonly Versioned[]): Promise<Buffer[]> {
  const lines: string[] = [];
  for await (const slice of inSlices(jokes)) {
    for (const { version, joke_id, joke } of slice) {
      lines.push(JSON.stringify([version, joke ?? joke_id], writtenValue));
    }
  }
  const bytes = await compress(lines.join('\n'));
  return Array.from({ length: Math.ceil(bytes.length / PART_BYTES) }, (_, number) =>
    bytes.subarray(number * PART_BYTES, (number + 1) * PART_BYTES),
  );
}

/** The jokes of a snapshot. @throws if it is malformed */
export async function decodeSnapshot(compressed: Uint8Array): Promise<Versioned[]> {
  const bytes = await decompress(compressed, {
    chunkSize: PIECE_BYTES,
    maxOutputLength: MOST_BYTES,
  });
  const jokes: Versioned[] = [];
  for await (const lines of inSlices(bytes.toString().split('\n').filter(Boolean))) {
    for (const line of lines) {
      const [version, joke] = snapshotLine.parse(JSON.parse(line));
      if (typeof joke === 'number') jokes.push({ joke_id: joke, version, joke: undefined });
      else jokes.push({ joke_id: joke.joke_id, version, joke });
    }
  }
  return jokes;
}

/** The error for a database that another version has written. */
function otherFormat(found: unknown): ApiError {
  const format = typeof found === 'number' ? `format ${found}` : 'an earlier format';
  return new ApiError('unavailable', 'The service is not available. Please try again later.', {
    retryAfter: 60,
    cause: new Error(
      `The facts are stored in ${format}, and this version needs format ${FORMAT}; nothing was changed: see "Upgrading" in docs/operating.md.`,
    ),
  });
}

function parseRoot(snapshot: DocumentSnapshot): Root | undefined {
  const format: unknown = snapshot.get('format');
  if (snapshot.exists && format !== FORMAT) throw otherFormat(format);
  return parseSnapshot(rootDocument, snapshot);
}

export type RootData = ReturnType<typeof createRootData>;

/** Reads and writes `catalog/root` and snapshots. */
export function createRootData({ db, withReadDeadline }: Pick<Tools, 'db' | 'withReadDeadline'>) {
  const catalog = db.collection('catalog');
  const root = catalog.doc('root');
  const part = (name: string, number: number) => catalog.doc(`${name}-${number}`);

  /**
   * The root; undefined on a new site. One billed read.
   * @throws ApiError unavailable for another format, MalformedDocument
   */
  const readRoot = async (transaction?: Transaction): Promise<Root | undefined> =>
    transaction
      ? parseRoot(await transaction.sdk.get(root))
      : withReadDeadline(root.get().then(parseRoot));

  /** Fields that are not given, or that this version does not know, are left alone. */
  function writeRoot({ sdk }: Transaction, changes: Partial<Root>): void {
    sdk.set(root, changes, { merge: true });
  }

  return {
    readRoot,

    /** @throws ApiError unavailable for a database that another version has written; one billed read */
    async assertFormat(): Promise<void> {
      await readRoot().catch((error: unknown) => {
        if (!(error instanceof MalformedDocument)) throw error;
      });
    },

    writeRoot,

    /**
     * Takes numbers for new jokes from the root, which the transaction has read.
     * @param highest the highest number that is in use, as far as the caller knows
     * @returns the first of `count` numbers
     */
    takeNumbers(
      transaction: Transaction,
      current: Root = newRoot(),
      highest: number,
      count: number,
    ): number {
      const isPossible = current.next_joke_id <= HIGHEST_JOKE_ID;
      const first = Math.max(isPossible ? current.next_joke_id : 1, highest + 1);
      writeRoot(transaction, { ...current, next_joke_id: first + count });
      return first;
    },

    /** Writes the root, whatever it was. */
    async replaceRoot(value: Root): Promise<void> {
      await root.set(value);
    },

    /** The jokes of a snapshot; undefined if it is missing or malformed. One billed read for each part. */
    async readSnapshot({ name, parts }: StoredSnapshot): Promise<Versioned[] | undefined> {
      if (parts === 0) return undefined;
      const references = Array.from({ length: parts }, (_, number) => part(name, number));
      const documents = await withReadDeadline(db.getAll(...references));
      try {
        const bytes = documents.map((document) => partDocument.parse(document.data()).bytes);
        return await decodeSnapshot(Buffer.concat(bytes));
      } catch {
        return undefined;
      }
    },

    /** Writes the part with this number of a snapshot, to which the root does not refer yet. */
    writePart({ sdk }: Transaction, name: string, number: number, bytes: Uint8Array): void {
      sdk.set(part(name, number), { bytes });
    },

    /** Deletes the parts of all snapshots that the root does not name; two billed reads and one more for each. */
    async removeOtherParts(): Promise<void> {
      const { docs } = await catalog.select().get();
      // Read after the list: who begins to write another snapshot later is not on it.
      const current = parseRoot(await root.get());
      const used = [current?.snapshot?.name, current?.writer?.name];
      for (const { id, ref } of docs) {
        const [name] = id.split('-');
        if (id !== root.id && !used.includes(name)) await ref.delete();
      }
    },
  };
}
