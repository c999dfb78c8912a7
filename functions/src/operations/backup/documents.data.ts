import {
  FieldPath,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type Timestamp,
} from 'firebase-admin/firestore';
import { decodeFields, encodeFields, type JsonFields } from './document-fields.data.ts';

/** A document of any collection, with its fields as JSON. */
export interface StoredDocument {
  id: string;
  fields: JsonFields;
}

/** A point in time at which the database can be read, for an hour. */
export type Moment = Timestamp;

/** Limits memory: the largest documents, full shelves, have 400 KB. */
const DOCUMENTS_PER_PAGE = 400;

export type DocumentData = ReturnType<typeof createDocumentData>;

/** Reads and writes of whole collections of any kind. */
export function createDocumentData(db: Firestore) {
  const name = FieldPath.documentId();

  async function* pages(query: Query, read: (page: Query) => Promise<DocumentSnapshot[]>) {
    let page = query.orderBy(name).limit(DOCUMENTS_PER_PAGE);
    for (;;) {
      const documents = await read(page);
      if (documents.length > 0) yield documents;
      const last = documents.at(-1);
      if (!last || documents.length < DOCUMENTS_PER_PAGE) return;
      page = query.orderBy(name).startAfter(last.id).limit(DOCUMENTS_PER_PAGE);
    }
  }

  return {
    /** The names of all collections, sorted. */
    async collections(): Promise<string[]> {
      return (await db.listCollections()).map(({ id }) => id).toSorted();
    },

    /** The current time of the database's clock. */
    async now(): Promise<Moment> {
      return (await db.collection('catalog').doc('root').get()).readTime;
    },

    /** A collection as it was at a moment, in pages, ordered by id; one billed read per document. */
    async *list(collection: string, moment: Moment): AsyncGenerator<StoredDocument[]> {
      const options = { readOnly: true, readTime: moment } as const;
      const read = async (page: Query) =>
        (await db.runTransaction((transaction) => transaction.get(page), options)).docs;
      for await (const documents of pages(db.collection(collection), read)) {
        yield documents.map((document) => ({
          id: document.id,
          fields: encodeFields(document.data() ?? {}, document.ref.path),
        }));
      }
    },

    /** Writes documents in one commit, replacing existing ones. */
    async write(collection: string, documents: readonly StoredDocument[]): Promise<void> {
      const batch = db.batch();
      for (const { id, fields } of documents) {
        batch.set(db.collection(collection).doc(id), decodeFields(fields, db));
      }
      await batch.commit();
    },

    /**
     * Deletes a collection, one commit per page.
     * @param onDeleted called with the number of documents in each deleted page
     */
    async removeAll(collection: string, onDeleted: (count: number) => void): Promise<void> {
      const read = async (page: Query) => (await page.get()).docs;
      for await (const documents of pages(db.collection(collection).select(), read)) {
        const batch = db.batch();
        for (const document of documents) batch.delete(document.ref);
        await batch.commit();
        onDeleted(documents.length);
      }
    },
  };
}
