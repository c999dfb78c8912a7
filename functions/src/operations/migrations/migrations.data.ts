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

/** Bounds memory and a commit: the largest documents, full shelves, have 400 KB. */
const DOCUMENTS_PER_PAGE = 100;

/** gRPC codes of a commit with an update of a document that changed, or is gone, since it was read. */
const CHANGED = new Set([5, 9]);
const grpcError = z.object({ code: z.int() });

const version = z._default(z.int().check(z.minimum(0)), 0);

/** What became of some documents. */
export interface Migrated {
  upgraded: number;
  /** documents that have the current version already */
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

/** Decides what a document needs; writes nothing. */
function examine(snapshot: DocumentSnapshot): Outcome {
  const { id, ref } = snapshot;
  const stored = snapshot.data();
  if (!stored) return { kind: 'gone' };
  const from = version.safeParse(stored['schema_version']);
  const schema = schemaOf(ref.parent.id, id);
  if (!from.success) return { kind: 'malformed', path: ref.path, fields: ['schema_version'] };
  if (!schema) return { kind: 'malformed', path: ref.path, fields: ['an unknown collection'] };
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
  if (STEPS.length !== SCHEMA_VERSION) throw new Error('A step for each version is needed.');
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

  /** Upgrades documents as they were read, in one commit; whether none has changed since. */
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
     * Upgrades a collection page by page, while the site runs: a document that changes meanwhile is read
     * again. Costs a read for each document and a write for each that is upgraded.
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

    /** The malformed documents of a collection; a billed read for each document. */
    async *listMalformed(collection: string): AsyncGenerator<Migrated['malformed'][number]> {
      for await (const snapshots of pages(collection)) {
        yield* snapshots.map(examine).filter((outcome) => outcome.kind === 'malformed');
      }
    },

    /** The documents that a later version wrote; a billed read for each collection and document. */
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
