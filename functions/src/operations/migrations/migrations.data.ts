import {
  FieldPath,
  type DocumentReference,
  type DocumentSnapshot,
  type Firestore,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  MalformedDocument,
  parseFields,
  SCHEMA_VERSION,
} from '../../database/stored-document.data.ts';
import { schemaOf } from './schemas.ts';
import { STEPS } from './steps.ts';

/** Limits memory and the size of a commit: the largest documents, full shelves, have 400 KB. */
const DOCUMENTS_PER_PAGE = 100;

/** gRPC codes of a commit that updates a document that was changed or deleted since it was read. */
const CHANGED = new Set([5, 9]);
const grpcError = z.object({ code: z.int() });

const version = z._default(z.int().check(z.minimum(0)), 0);

/** The results for some documents. */
export interface Migrated {
  upgraded: number;
  /** documents that already have the current version */
  current: number;
  malformed: { path: string; fields: string[] }[];
  /** documents that a later version of this program wrote */
  newer: { path: string; version: number }[];
}

type Outcome =
  | { kind: 'current' | 'gone' }
  | { kind: 'upgrade'; changes: Record<string, unknown> }
  | { kind: 'malformed'; path: string; fields: string[] }
  | { kind: 'newer'; path: string; version: number };

/** Determines what a document needs, without writing. */
function examine(snapshot: DocumentSnapshot): Outcome {
  const { id, ref } = snapshot;
  const stored = snapshot.data();
  if (!stored) return { kind: 'gone' };
  const from = version.safeParse(stored['schema_version']);
  const schema = schemaOf(ref.parent.id, id);
  if (!from.success) return { kind: 'malformed', path: ref.path, fields: ['schema_version'] };
  if (!schema) return { kind: 'malformed', path: ref.path, fields: ['unknown collection'] };
  if (from.data > SCHEMA_VERSION) return { kind: 'newer', path: ref.path, version: from.data };
  let changes: Record<string, unknown> = {};
  for (const step of STEPS.slice(from.data)) {
    const fields = { ...stored, ...changes };
    changes = { ...changes, ...step({ collection: ref.parent.id, id, fields }) };
  }
  try {
    parseFields(schema, ref.path, { ...stored, ...changes });
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    return { kind: 'malformed', path: ref.path, fields: error.fields };
  }
  if (from.data === SCHEMA_VERSION) return { kind: 'current' };
  return { kind: 'upgrade', changes: { ...changes, schema_version: SCHEMA_VERSION } };
}

export type MigrationData = ReturnType<typeof createMigrationData>;

/** Reads and upgrades of whole collections. */
export function createMigrationData(db: Firestore) {
  if (STEPS.length !== SCHEMA_VERSION) throw new Error('Every version needs a step.');
  const name = FieldPath.documentId();

  async function* pages(collection: string): AsyncGenerator<DocumentSnapshot[]> {
    const all = db.collection(collection).orderBy(name).limit(DOCUMENTS_PER_PAGE);
    for (let page = all; ;) {
      const { docs } = await page.get();
      if (docs.length > 0) yield docs;
      const last = docs.at(-1);
      if (!last || docs.length < DOCUMENTS_PER_PAGE) return;
      page = all.startAfter(last.id);
    }
  }

  function upgradeOne(reference: DocumentReference): Promise<Outcome> {
    return db.runTransaction(async (transaction) => {
      const outcome = examine(await transaction.get(reference));
      if (outcome.kind === 'upgrade') transaction.update(reference, outcome.changes);
      return outcome;
    });
  }

  /** Upgrades documents in one commit; returns false if one of them has changed since it was read. */
  async function upgradeAll(
    upgrades: readonly { snapshot: DocumentSnapshot; changes: Record<string, unknown> }[],
  ): Promise<boolean> {
    const batch = db.batch();
    for (const { snapshot, changes } of upgrades) {
      const { ref, updateTime } = snapshot;
      batch.update(ref, changes, updateTime ? { lastUpdateTime: updateTime } : {});
    }
    try {
      if (upgrades.length > 0) await batch.commit();
      return true;
    } catch (error) {
      if (CHANGED.has(grpcError.safeParse(error).data?.code ?? 0)) return false;
      throw error;
    }
  }

  return {
    /** The names of all collections, sorted. */
    async collections(): Promise<string[]> {
      return (await db.listCollections()).map(({ id }) => id).toSorted();
    },

    /**
     * Upgrades a collection page by page. The site may run at the same time: a document that has changed
     * is read again. Costs a read per document and a write per upgraded document.
     */
    async *migrate(collection: string): AsyncGenerator<Migrated> {
      for await (const snapshots of pages(collection)) {
        let outcomes = snapshots.map(examine);
        const upgrades = snapshots.flatMap((snapshot, index) => {
          const outcome = outcomes[index];
          return outcome?.kind === 'upgrade' ? [{ snapshot, changes: outcome.changes }] : [];
        });
        if (!(await upgradeAll(upgrades))) {
          outcomes = [];
          for (const { ref } of snapshots) outcomes.push(await upgradeOne(ref));
        }
        yield {
          upgraded: outcomes.filter(({ kind }) => kind === 'upgrade').length,
          current: outcomes.filter(({ kind }) => kind === 'current').length,
          malformed: outcomes.filter((outcome) => outcome.kind === 'malformed'),
          newer: outcomes.filter((outcome) => outcome.kind === 'newer'),
        };
      }
    },

    /** The malformed documents of a collection; one billed read per document. */
    async *listMalformed(collection: string): AsyncGenerator<Migrated['malformed'][number]> {
      for await (const snapshots of pages(collection)) {
        yield* snapshots.map(examine).filter((outcome) => outcome.kind === 'malformed');
      }
    },

    /** The documents that a later version wrote; one billed read per collection and per document. */
    async *listNewer(): AsyncGenerator<Migrated['newer'][number]> {
      for (const collection of await this.collections()) {
        const newer = db.collection(collection).where('schema_version', '>', SCHEMA_VERSION);
        for (const document of (await newer.select('schema_version').get()).docs) {
          const stored: unknown = document.get('schema_version');
          yield { path: document.ref.path, version: Number(stored) };
        }
      }
    },
  };
}
