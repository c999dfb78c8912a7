import { randomBytes } from 'node:crypto';
import type { DocumentSnapshot, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { ApiError } from '../contract/index.ts';
import {
  MalformedDocument,
  parseSnapshot,
  type DataSource,
} from '../platform/stored-document.data.ts';
import { orNull } from './joke-document.ts';

/** The number of the format in which jokes are stored. A version that finds another one leaves the site alone. */
const FORMAT = 2;

const count = z.int().check(z.minimum(0));

const storedSnapshot = z.object({
  /** random; its parts are `catalog/{name}-{number}` */
  name: z.string(),
  parts: count,
  /** how many there are in it; 0 if it does not say */
  jokes: z._default(count, 0),
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
  next_joke_id: z.int().check(z.minimum(1)),
  snapshot: orNull(storedSnapshot),
  /** who is writing the next snapshot */
  writer: orNull(z.object({ name: z.string(), until: z.date() })),
});

/** `catalog/root` */
export type CatalogRoot = z.infer<typeof rootDocument>;

const partDocument = z.object({ bytes: z.instanceof(Uint8Array) });

/** A name that was never used. */
export function newName(): string {
  return randomBytes(12).toString('hex');
}

/** The root of a new site. @param next_joke_id by default, the first one */
export function newRoot(next_joke_id = 1): CatalogRoot {
  return {
    format: FORMAT,
    epoch: newName(),
    next_joke_id,
    snapshot: null,
    writer: null,
  };
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

export type CatalogData = ReturnType<typeof createCatalogData>;

/** Reads and writes of `catalog/root` and of the parts of snapshots. */
export function createCatalogData({ db }: DataSource) {
  const catalog = db.collection('catalog');
  const root = catalog.doc('root');
  const part = (name: string, number: number) => catalog.doc(`${name}-${number}`);

  function parseRoot(snapshot: DocumentSnapshot): CatalogRoot | undefined {
    const format: unknown = snapshot.get('format');
    if (snapshot.exists && format !== FORMAT) throw otherFormat(format);
    return parseSnapshot(rootDocument, snapshot);
  }

  return {
    /**
     * The root; undefined on a new site. One billed read.
     * @throws ApiError unavailable for another format, MalformedDocument
     */
    readRoot: async (transaction?: Transaction): Promise<CatalogRoot | undefined> =>
      parseRoot(await (transaction ? transaction.get(root) : root.get())),

    /** @throws ApiError unavailable for a database that another version has written; one billed read */
    async assertFormat(): Promise<void> {
      await root
        .get()
        .then(parseRoot)
        .catch((error: unknown) => {
          if (!(error instanceof MalformedDocument)) throw error;
        });
    },

    /** The same with the database's time, in milliseconds since the epoch. */
    async readRootAndTime(transaction: Transaction) {
      const snapshot = await transaction.get(root);
      return { root: parseRoot(snapshot), now: snapshot.readTime.toMillis() };
    },

    /** Fields that are not given, or that this version does not know, are left alone. */
    writeRoot(transaction: Transaction, changes: Partial<CatalogRoot>): void {
      transaction.set(root, changes, { merge: true });
    },

    /** Writes the root, whatever it was. */
    async replaceRoot(value: CatalogRoot): Promise<void> {
      await root.set(value);
    },

    /** The parts of a snapshot; undefined if one is missing or malformed. One billed read each. */
    async readParts({ name, parts }: StoredSnapshot): Promise<Uint8Array[] | undefined> {
      const references = Array.from({ length: parts }, (_, number) => part(name, number));
      const documents = references.length === 0 ? [] : await db.getAll(...references);
      const found = documents.flatMap((document) => {
        const parsed = partDocument.safeParse(document.data());
        return parsed.success ? parsed.data.bytes : [];
      });
      return found.length === parts ? found : undefined;
    },

    async writePart(name: string, number: number, bytes: Uint8Array): Promise<void> {
      await part(name, number).set({ bytes });
    },

    /** Deletes the parts of all snapshots that the root does not name; two billed reads and one more for each. */
    async removeOtherParts(): Promise<void> {
      const { docs } = await catalog.select().get();
      // Read after the list: who begins to write another snapshot later is not on it.
      const current = parseRoot(await root.get());
      const kept = [current?.snapshot?.name, current?.writer?.name];
      for (const { id, ref } of docs) {
        const [name] = id.split('-');
        if (id !== root.id && !kept.includes(name)) await ref.delete();
      }
    },
  };
}
