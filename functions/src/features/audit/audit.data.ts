import {
  FieldValue,
  type DocumentSnapshot,
  type Firestore,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { rejectReason, type AuditAction, type RejectReason } from '../../contract/index.ts';
import {
  openCollection,
  parseOrReport,
  parseSnapshot,
  reportNothing,
  type ReportMalformed,
} from '../../platform/database/stored-document.data.ts';
import type { ReportSummary } from '../reports/reports.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';

/** `audit/{id}` */
export const auditDocument = z.object({
  actor: z.object({ provider: z.string(), username: z.string() }),
  action: z.string(),
  joke_id: z.int(),
  before: z.looseObject({}),
  after: z.nullable(z.looseObject({})),
  at: z.date(),
  /** why a joke was rejected */
  reason: z.optional(z.nullable(rejectReason)),
  /** the entry that this one undid */
  undoes: z.optional(z.string()),
  /** the joke's `last_change` before this entry */
  previous: z._default(z.nullable(z.string()), null),
  /** of a deleted joke: the hash of its submission's receipt */
  receipt_hash: z.optional(z.string()),
});
export type AuditDocument = z.infer<typeof auditDocument>;

/** Who acts: an administrator, or the operator with a command. */
export interface Actor {
  /** how the administrator signed in */
  provider: 'password' | 'google' | 'operator';
  /** an administrator's username or Google e-mail address, or the operator's command */
  username: string;
}

export interface NewAuditEntry {
  actor: Actor;
  action: AuditAction;
  joke_id: number;
  /** the old values of the changed fields, and the reports that the change ended */
  before: Partial<JokeDocument> & { reports?: ReportSummary };
  /** their new values; null for a deleted joke */
  after: Partial<JokeDocument> | null;
  reason?: RejectReason | null;
  undoes?: string;
  previous?: string | null;
  receipt_hash?: string;
}

/** Which entries to list, the latest first. */
export interface AuditFilter {
  joke_id?: number | undefined;
  action?: AuditAction | undefined;
}

export type AuditData = ReturnType<typeof createAuditData>;

/** Reads and writes `audit/{id}`. Entries are never changed. */
export function createAuditData(db: Firestore, report: ReportMalformed = reportNothing) {
  const audit = openCollection(db, 'audit');
  const entryOf = (snapshot: DocumentSnapshot) => {
    const entry = parseOrReport(auditDocument, snapshot, report);
    return entry && { id: snapshot.id, entry };
  };

  return {
    /** A new entry's id. A transaction that runs twice recognizes its own entry by it. */
    newId: () => audit.doc().id,

    /** Writes an entry in the transaction of the change that it describes. */
    record(
      transaction: Transaction,
      { actor, ...entry }: NewAuditEntry,
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
      parseSnapshot(auditDocument, await transaction.get(audit.doc(id))),

    /**
     * The latest entries, the latest first; one billed read each, and one for `after`.
     * @param after the id of the entry before the first; undefined starts with the latest
     * @returns undefined if there is no entry `after`
     */
    async list(
      { joke_id, action }: AuditFilter,
      limit: number,
      after: string | undefined,
    ): Promise<
      { entries: { id: string; entry: AuditDocument }[]; last: string | null } | undefined
    > {
      let query: Query = audit.orderBy('at', 'desc');
      if (joke_id !== undefined) query = query.where('joke_id', '==', joke_id);
      if (action !== undefined) query = query.where('action', '==', action);
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

    /** When a joke that was submitted with this receipt was created and deleted; one billed read. */
    async findDeletion(receiptHash: string): Promise<{ at: Date; created_at: Date } | undefined> {
      const { docs } = await audit.where('receipt_hash', '==', receiptHash).limit(1).get();
      const [snapshot] = docs;
      const entry = snapshot && entryOf(snapshot)?.entry;
      const created_at = entry?.before['created_at'];
      return entry && created_at instanceof Date ? { at: entry.at, created_at } : undefined;
    },
  };
}
