import type {
  DocumentSnapshot,
  Firestore,
  Query,
  UpdateData,
  DocumentData,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  describeMalformed,
  MalformedDocument,
  parseFields,
  SCHEMA_VERSION,
} from '../../database/stored-document.data.ts';
import { readPages } from '../documents.data.ts';
import { schemaOf } from './schemas.ts';

type Fields = UpdateData<DocumentData>;

/**
 * Upgrades a document to the next version: returns the fields to set, besides `schema_version`. It must
 * be idempotent. A step that changes what visitors see also sets `updated_at`.
 * @param fields as stored, with Firestore's Timestamps
 */
type Step = (collection: string, id: string, fields: Readonly<Fields>) => Fields;

/** The step at index n upgrades from version n to n + 1; there are `SCHEMA_VERSION` steps. */
const STEPS: readonly Step[] = [
  // Version 1 only adds `schema_version`.
  () => ({}),
];

/** Votes on the documents of a page wait for its commit. */
const DOCUMENTS_PER_COMMIT = 100;

const version = z._default(z.int().check(z.minimum(0)), 0);

/** What a migration does with a document. */
export interface Examined {
  id: string;
  /** the fields to set; undefined if the document is current or has a problem */
  changes?: Fields;
  /** describes a malformed document, or one that a later version of this program wrote */
  problem?: string;
}

function malformed(path: string, ...fields: string[]): string {
  return describeMalformed({ path, fields });
}

/** Describes a document that a later version of this program wrote. */
function describeNewer(path: string, stored: number): string {
  return `${path} has schema version ${stored}, from a later version of this program`;
}

function examine(snapshot: DocumentSnapshot): Examined {
  const { id, ref } = snapshot;
  const collection = ref.parent.id;
  const stored = snapshot.data() ?? {};
  const from = version.safeParse(stored['schema_version']);
  const schema = schemaOf(collection, id);
  if (!from.success) return { id, problem: malformed(ref.path, 'schema_version') };
  if (!schema) return { id, problem: malformed(ref.path, 'unknown collection') };
  if (from.data > SCHEMA_VERSION) return { id, problem: describeNewer(ref.path, from.data) };
  let changes: Fields = {};
  for (const step of STEPS.slice(from.data)) {
    changes = { ...changes, ...step(collection, id, { ...stored, ...changes }) };
  }
  try {
    parseFields(schema, ref.path, { ...stored, ...changes });
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    return { id, problem: describeMalformed(error) };
  }
  if (from.data === SCHEMA_VERSION) return { id };
  return { id, changes: { ...changes, schema_version: SCHEMA_VERSION } };
}

/** Reads and upgrades of whole collections. */
export function createMigrationData(db: Firestore) {
  if (STEPS.length !== SCHEMA_VERSION) throw new Error('Every version needs a step.');
  return {
    /**
     * Upgrades a collection, one transaction per page. The site may run at the same time. Costs a read per
     * document and a write per upgraded document.
     */
    migrate: (collection: string): AsyncGenerator<Examined[]> =>
      readPages(db.collection(collection), DOCUMENTS_PER_COMMIT, (page) =>
        db.runTransaction(async (transaction) => {
          const { docs } = await transaction.get(page);
          return docs.map((document) => {
            const examined = examine(document);
            if (examined.changes) transaction.update(document.ref, examined.changes);
            return examined;
          });
        }),
      ),

    /** Describes the malformed documents of a small collection; one billed read per document. */
    async listMalformed(collection: string): Promise<string[]> {
      const { docs } = await db.collection(collection).get();
      return docs.flatMap((document) => examine(document).problem ?? []);
    },

    /** Describes a collection's documents of a later version; one billed read each, at least one. */
    async listNewer(collection: string): Promise<string[]> {
      const newer: Query = db.collection(collection).where('schema_version', '>', SCHEMA_VERSION);
      const { docs } = await newer.select('schema_version').get();
      return docs.map((document) => {
        const stored: unknown = document.get('schema_version');
        return describeNewer(document.ref.path, Number(stored));
      });
    },
  };
}
