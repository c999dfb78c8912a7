import { FieldPath, type Firestore, type Query, type Timestamp } from 'firebase-admin/firestore';
import { decodeFields, encodeFields, type JsonFields } from './document-fields.data.ts';

/** A document of any collection, with its fields as JSON. */
export interface StoredDocument {
  id: string;
  fields: JsonFields;
}

/** Limits memory: the largest documents, full shelves, have 400 KB. */
const DOCUMENTS_PER_PAGE = 400;

/**
 * Reads the documents of a query in pages, ordered by id.
 * @param read reads one page and returns something for each document
 */
export async function* readPages<Item extends { id: string }>(
  query: Query,
  size: number,
  read: (page: Query) => Promise<Item[]>,
): AsyncGenerator<Item[]> {
  const first = query.orderBy(FieldPath.documentId()).limit(size);
  for (let page = first; ;) {
    const items = await read(page);
    if (items.length > 0) yield items;
    const last = items.at(-1);
    if (!last || items.length < size) return;
    page = first.startAfter(last.id);
  }
}

/** Reads and writes of whole collections of any kind. */
export function createDocumentData(db: Firestore) {
  return {
    /** The names of all collections, sorted. */
    async collections(): Promise<string[]> {
      return (await db.listCollections()).map(({ id }) => id).toSorted();
    },

    /** The number of documents in a collection; one billed read for each 1,000. */
    async count(collection: string): Promise<number> {
      return (await db.collection(collection).count().get()).data().count;
    },

    /** The current time of the database's clock, at which it can be read for an hour. */
    async now(): Promise<Timestamp> {
      return (await db.collection('catalog').doc('root').get()).readTime;
    },

    /** A collection as it was at a moment, in pages, ordered by id; one billed read per document. */
    list(collection: string, readTime: Timestamp): AsyncGenerator<StoredDocument[]> {
      return readPages(db.collection(collection), DOCUMENTS_PER_PAGE, async (page) => {
        const { docs } = await db.runTransaction((transaction) => transaction.get(page), {
          readOnly: true,
          readTime,
        });
        return docs.map((document) => ({
          id: document.id,
          fields: encodeFields(document.data(), document.ref.path),
        }));
      });
    },

    /** Writes documents in one commit, replacing existing ones. */
    async write(collection: string, documents: readonly StoredDocument[]): Promise<void> {
      const batch = db.batch();
      for (const { id, fields } of documents) {
        batch.set(db.collection(collection).doc(id), decodeFields(fields, db));
      }
      await batch.commit();
    },

    /** Deletes a collection, one commit per page; yields the number of documents in each of them. */
    async *removeAll(collection: string): AsyncGenerator<number> {
      const read = async (page: Query) => (await page.get()).docs;
      const query = db.collection(collection).select();
      for await (const documents of readPages(query, DOCUMENTS_PER_PAGE, read)) {
        const batch = db.batch();
        for (const document of documents) batch.delete(document.ref);
        await batch.commit();
        yield documents.length;
      }
    },
  };
}
