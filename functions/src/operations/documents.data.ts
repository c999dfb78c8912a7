import { FieldPath, Timestamp, type Firestore } from 'firebase-admin/firestore';
import * as z from 'zod';
import { moment } from '../contract/index.ts';

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
  z.union([z.string(), z.number(), z.boolean(), z.null(), z.array(value), timestamp, map]),
);

/** Firestore's maps; the keys of an export that begin with a single `$` have a meaning, so others have two. */
const map = z
  .record(z.string().regex(/^(?!\$(?!\$))/), value)
  .transform((inner) => renameKeys(inner, (key) => key.replace(/^\$\$/, '$')));

function renameKeys(inner: object, rename: (key: string) => string) {
  const entries = Object.entries(inner).map(([key, field]): [string, unknown] => [
    rename(key),
    field,
  ]);
  return Object.fromEntries(entries);
}

/**
 * A document as a line of an export has it. A timestamp (to the nanosecond) is an object with the key `$timestamp`;
 * parsing turns it into what Firestore stores.
 */
export const documentLine = z.strictObject({
  // https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields
  id: z.string().regex(/^(?!\.\.?$|__.*__$)[^/]{1,1500}$/),
  fields: map,
});
export type DocumentLine = z.infer<typeof documentLine>;

/** A value as JSON. @throws Error if it is of a type that no document of the site has */
function encode(stored: unknown, path: string): unknown {
  if (stored instanceof Timestamp) {
    const whole = new Date(stored.seconds * 1_000).toISOString().slice(0, -5);
    return { $timestamp: `${whole}.${String(stored.nanoseconds).padStart(9, '0')}Z` };
  }
  const isJson = stored === null || ['string', 'boolean'].includes(typeof stored);
  if (isJson || Number.isFinite(stored)) return stored;
  if (Array.isArray(stored)) return stored.map((inner) => encode(inner, path));
  if (typeof stored === 'object' && Object.getPrototypeOf(stored) === Object.prototype) {
    const renamed = renameKeys(stored, (key) => key.replace(/^\$/, '$$$$'));
    const entries = Object.entries(renamed);
    return Object.fromEntries(entries.map(([key, inner]) => [key, encode(inner, path)]));
  }
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
          yield { id, fields: encode(document.data(), ref.path) };
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
