import { FieldPath, Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod';
import { moment } from '../contract/index.ts';
import { mapLeaves } from '../platform/stored-document.data.ts';

/** Limits memory. */
const DOCUMENTS_PER_PAGE = 400;

const timestamp = z
  .strictObject({
    $timestamp: z
      .string()
      .regex(/\.\d{9}Z$/)
      .pipe(moment),
  })
  .transform(({ $timestamp: text }) => {
    const seconds = Date.parse(`${text.slice(0, -11)}Z`) / 1_000;
    return new Timestamp(seconds, Number(text.slice(-10, -1)));
  });

const value: z.ZodType = z.lazy(() =>
  z.union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(value),
    timestamp,
    z.record(z.string().regex(/^(?!\$)/), value),
  ]),
);

/**
 * A document as a line of an export has it. A timestamp (to the nanosecond) is an object with the key `$timestamp`;
 * parsing turns it into what Firestore stores.
 */
export const documentLine = z.strictObject({
  id: z.string().min(1),
  fields: z.record(z.string(), value),
});
export type DocumentLine = z.infer<typeof documentLine>;

/** A value as JSON. @throws Error if it is of a type that no document of the site has */
function encode(leaf: unknown, path: string): unknown {
  if (leaf instanceof Timestamp) {
    const whole = new Date(leaf.seconds * 1_000).toISOString().slice(0, -5);
    return { $timestamp: `${whole}.${String(leaf.nanoseconds).padStart(9, '0')}Z` };
  }
  const isJson = leaf === null || ['string', 'boolean'].includes(typeof leaf);
  if (isJson || Number.isFinite(leaf)) return leaf;
  throw new Error(`${path} has a value that can’t be exported: repair or delete the document.`);
}

/** Reads and writes of whole collections of any kind. */
export function createDocumentData(db: Firestore) {
  return {
    /** The names of all collections, sorted. */
    async collections(): Promise<string[]> {
      return (await db.listCollections()).map(({ id }) => id).toSorted();
    },

    /** The current time of the database's clock, at which it can be read for an hour. */
    async now(): Promise<Timestamp> {
      return (await db.collection('catalog').doc('root').get()).readTime;
    },

    /**
     * The documents of a collection as they were at a moment, as lines, ordered by id; one billed read each.
     * @throws Error naming a document that has a value of another type than the site's
     */
    async *list(name: string, readTime: Timestamp): AsyncGenerator<object> {
      const first = db.collection(name).orderBy(FieldPath.documentId()).limit(DOCUMENTS_PER_PAGE);
      for (let page = first; ;) {
        const query = page;
        const { docs } = await db.runTransaction((transaction) => transaction.get(query), {
          readOnly: true,
          readTime,
        });
        for (const document of docs) {
          const { id, ref } = document;
          yield { id, fields: mapLeaves(document.data(), (leaf) => encode(leaf, ref.path)) };
        }
        const last = docs.at(-1);
        if (!last || docs.length < DOCUMENTS_PER_PAGE) return;
        page = first.startAfter(last.id);
      }
    },

    /** Writes documents in one commit, replacing existing ones. */
    async write(name: string, documents: readonly DocumentLine[]): Promise<void> {
      const batch = db.batch();
      for (const { id, fields } of documents) batch.set(db.collection(name).doc(id), fields);
      await batch.commit();
    },
  };
}
