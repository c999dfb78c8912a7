import type { Firestore, Timestamp } from 'firebase-admin/firestore';
import { readPages } from '../platform/query-pages.data.ts';
import {
  decodeFields,
  encodeFields,
  findMalformed,
  type JsonFields,
} from './document-fields.data.ts';

/** A document of any collection, with its fields as JSON. */
export interface StoredDocument {
  id: string;
  fields: JsonFields;
}

/** Limits memory. */
const DOCUMENTS_PER_PAGE = 400;

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

    /** The fields as they are stored. */
    decode: (fields: JsonFields) => decodeFields(fields, db),

    /** The keys that lead to the first field that `write` can't write; undefined without one. */
    findMalformed: (fields: JsonFields) => findMalformed(fields, db),

    /** Writes documents in one commit, replacing existing ones. */
    async write(collection: string, documents: readonly StoredDocument[]): Promise<void> {
      const batch = db.batch();
      for (const { id, fields } of documents) {
        batch.set(db.collection(collection).doc(id), decodeFields(fields, db));
      }
      await batch.commit();
    },
  };
}
