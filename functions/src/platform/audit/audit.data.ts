import {
  FieldValue,
  type DocumentSnapshot,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  openCollection,
  parseOrReport,
  parseSnapshot,
  reportNothing,
  type DataSource,
} from '../database/stored-document.data.ts';

/** The fields of every log entry; features extend it with their own. */
export const auditEntry = z.object({
  actor: z.object({ provider: z.string(), username: z.string() }),
  action: z.string(),
  /** the old values of the changed fields */
  before: z.looseObject({}),
  /** their new values; null if what they belonged to was deleted */
  after: z.nullable(z.looseObject({})),
  at: z.date(),
  /** the entry that this one undid */
  undoes: z.optional(z.string()),
});
type AuditEntry = z.infer<typeof auditEntry>;

/** Who acts: an administrator, or the operator with a command. */
export interface Actor {
  /** how the administrator signed in */
  provider: 'password' | 'google' | 'operator';
  /** an administrator's username or Google e-mail address, or the operator's command */
  username: string;
}

/** The values that fields of the wanted entries have; undefined for any. */
type Filter = Readonly<Record<string, string | number | undefined>>;

/**
 * Reads and writes `audit/{id}`. Entries are never changed.
 * @param schema of an entry as stored
 */
export function createAudit<Entry extends AuditEntry, NewEntry extends { actor: Actor }>(
  { db, report = reportNothing }: DataSource,
  schema: z.ZodMiniType<Entry>,
) {
  const audit = openCollection(db, 'audit');
  const entryOf = (snapshot: DocumentSnapshot) => {
    const entry = parseOrReport(schema, snapshot, report);
    return entry && { id: snapshot.id, entry };
  };
  const matching = (start: Query, filter: Filter) =>
    Object.entries(filter).reduce(
      (query, [field, value]) => (value === undefined ? query : query.where(field, '==', value)),
      start,
    );

  return {
    /** A new entry's id. A transaction that runs twice recognizes its own entry by it. */
    newId: () => audit.doc().id,

    /** Writes an entry in the transaction of the change that it describes. */
    record(
      transaction: Transaction,
      { actor, ...entry }: NewEntry,
      id: string = audit.doc().id,
    ): void {
      transaction.create(audit.doc(id), {
        ...entry,
        actor: { provider: actor.provider, username: actor.username },
        at: FieldValue.serverTimestamp(),
      });
    },

    /** The entry with this id; undefined if it does not exist. @throws MalformedDocument */
    read: async (transaction: Transaction, id: string) =>
      parseSnapshot(schema, await transaction.get(audit.doc(id))),

    /** The entry with this id outside a transaction; one billed read. */
    get: async (id: string): Promise<Entry | undefined> => {
      const snapshot = await audit.doc(id).get();
      return snapshot.exists ? entryOf(snapshot)?.entry : undefined;
    },

    /** An entry with these values; one billed read. */
    async find(filter: Filter): Promise<Entry | undefined> {
      const [snapshot] = (await matching(audit, filter).limit(1).get()).docs;
      return snapshot && entryOf(snapshot)?.entry;
    },

    /**
     * The latest entries, the latest first; one billed read each, and one for `after`.
     * @param after the id of the entry before the first; undefined starts with the latest
     * @returns undefined if there is no entry `after`
     */
    async list(
      filter: Filter,
      limit: number,
      after: string | undefined,
    ): Promise<{ entries: { id: string; entry: Entry }[]; last: string | null } | undefined> {
      let query = matching(audit.orderBy('at', 'desc'), filter);
      if (after !== undefined) {
        const start = await audit.doc(after).get();
        if (!start.exists) return undefined;
        query = query.startAfter(start);
      }
      const { docs } = await query.limit(limit).get();
      const entries = docs.map(entryOf).filter((entry) => entry !== undefined);
      return { entries, last: docs.length < limit ? null : (docs.at(-1)?.id ?? null) };
    },

    /** Which of these entries, at most 30, were undone: the ids of the entries that undid them. */
    async undone(ids: readonly string[]): Promise<Map<string, string>> {
      if (ids.length === 0) return new Map();
      const { docs } = await audit.where('undoes', 'in', ids).select('undoes').get();
      return new Map(docs.map((document) => [String(document.get('undoes')), document.id]));
    },
  };
}
