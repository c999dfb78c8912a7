import {
  FieldValue,
  type DocumentSnapshot,
  type Query,
  type Transaction,
} from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import type { AuditAction, RejectReason } from '../../contract/index.ts';
import {
  parseOrReport,
  parseSnapshot,
  reportNothing,
  type DataSource,
} from '../database/stored-document.data.ts';

/** `audit/{id}`: what was done to a joke */
const jokeAuditDocument = z.object({
  actor: z.object({ provider: z.string(), username: z.string() }),
  action: z.string(),
  joke_id: z.int(),
  /** the old values of the changed fields, and what else the change ended */
  before: z.looseObject({}),
  /** their new values; null for a deleted joke */
  after: z.nullable(z.looseObject({})),
  at: z.date(),
  /** shared by the entries of one request that was about several jokes */
  batch: z.exactOptional(z.string()),
  /** why it was rejected */
  reason: z.exactOptional(z.nullable(z.string())),
  /** the entry that this one undid */
  undoes: z.exactOptional(z.string()),
  /** the joke's `last_change` before this entry */
  previous: z._default(z.nullable(z.string()), null),
  /** if it was deleted: the hash of its submission's receipt */
  receipt_hash: z.exactOptional(z.string()),
  /** if it was deleted and can be restored: its document */
  kept: z.exactOptional(z.looseObject({})),
  /** if it was deleted: until then its votes, reports and image stay; the sweep removes this with them */
  kept_until: z.exactOptional(z.date()),
});
export type JokeAuditEntry = z.infer<typeof jokeAuditDocument>;

/** Who acts: an administrator, or the operator with a command. */
export interface Actor {
  /** how the administrator signed in */
  provider: 'password' | 'google' | 'operator';
  /** an administrator's username or Google e-mail address, or the operator's command */
  username: string;
}

/** An entry to write, as {@link jokeAuditDocument} describes it. */
export type NewJokeAuditEntry = Omit<
  z.input<typeof jokeAuditDocument>,
  'actor' | 'action' | 'at' | 'reason'
> & { actor: Actor; action: AuditAction; reason?: RejectReason };

/** An entry with its id. */
export interface StoredEntry {
  id: string;
  entry: JokeAuditEntry;
}

/** Firestore's limit for the values of an `in` filter. */
const IDS_PER_QUERY = 30;
const ENDED_PER_PAGE = 200;

/** The values that fields of the wanted entries have; undefined for any. */
type Filter = Readonly<Record<string, string | number | undefined>>;

/** When the wanted entries were written: not before `from`, and before `to`. */
interface Period {
  from?: Date | undefined;
  to?: Date | undefined;
}

export type JokeAudit = ReturnType<typeof createJokeAudit>;

/**
 * The log of what was done to jokes. Its entries are never changed, except that what they keep of deleted
 * jokes ends, and texts with personal information are removed.
 */
export function createJokeAudit({ db, report = reportNothing }: DataSource) {
  const audit = db.collection('audit');
  const entryOf = (snapshot: DocumentSnapshot): StoredEntry | undefined => {
    const entry = parseOrReport(jokeAuditDocument, snapshot, report);
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
      { actor, ...entry }: NewJokeAuditEntry,
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
      parseSnapshot(jokeAuditDocument, await transaction.get(audit.doc(id))),

    /** Those of these ids that are entries' in a transaction; one billed read each. */
    async existing(transaction: Transaction, ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const found = await transaction.getAll(...ids.map((id) => audit.doc(id)));
      return new Set(found.filter(({ exists }) => exists).map(({ id }) => id));
    },

    /** The entries with these ids outside a transaction, in their order; one billed read each. */
    async getAll(ids: readonly string[]): Promise<(JokeAuditEntry | undefined)[]> {
      const found = await db.getAll(...ids.map((id) => audit.doc(id)));
      return found.map((snapshot) => (snapshot.exists ? entryOf(snapshot)?.entry : undefined));
    },

    /** The latest deletion of the joke that was submitted with this receipt; one billed read each. */
    async findDeletion(receiptHash: string): Promise<JokeAuditEntry | undefined> {
      const { docs } = await audit.where('receipt_hash', '==', receiptHash).get();
      const entries = docs.flatMap((snapshot) => entryOf(snapshot)?.entry ?? []);
      return entries.toSorted((a, b) => a.at.getTime() - b.at.getTime()).at(-1);
    },

    /** The latest deletion of a joke; one billed read. */
    async lastDeletion(transaction: Transaction, jokeId: number): Promise<StoredEntry | undefined> {
      const deletions = audit.where('action', '==', 'delete').where('joke_id', '==', jokeId);
      const { docs } = await transaction.get(deletions.orderBy('at', 'desc').limit(1));
      return docs.map(entryOf)[0];
    },

    /** All entries about these jokes; one billed read each, at least one for 30 jokes. */
    async ofJokes(transaction: Transaction, jokeIds: readonly number[]): Promise<StoredEntry[]> {
      const found: StoredEntry[] = [];
      for (let start = 0; start < jokeIds.length; start += IDS_PER_QUERY) {
        const ids = jokeIds.slice(start, start + IDS_PER_QUERY);
        const { docs } = await transaction.get(audit.where('joke_id', 'in', ids));
        found.push(...docs.flatMap((snapshot) => entryOf(snapshot) ?? []));
      }
      return found;
    },

    /** Removes what an entry keeps of a deleted joke, and its texts if `texts` is true; if it has any. */
    strip(transaction: Transaction, { id, entry }: StoredEntry, texts = false): void {
      const fields = [
        ...(entry.kept ? ['kept'] : []),
        ...(texts && 'joke_text' in entry.before ? ['before.joke_text'] : []),
        ...(texts && entry.after && 'joke_text' in entry.after ? ['after.joke_text'] : []),
      ];
      const removed = fields.map((field) => [field, FieldValue.delete()]);
      if (removed.length > 0) transaction.update(audit.doc(id), Object.fromEntries(removed));
    },

    /** The deletions that can be undone after a time; one billed read each. */
    async listKept(after: Date): Promise<StoredEntry[]> {
      const { docs } = await audit.where('kept_until', '>', after).get();
      return docs.flatMap((snapshot) => entryOf(snapshot) ?? []);
    },

    /** The deletions whose votes, reports and images end, a page at a time; one billed read each. */
    async *listEnded(until: Date): AsyncGenerator<StoredEntry[]> {
      const ended = audit
        .where('kept_until', '<=', until)
        .orderBy('kept_until')
        .limit(ENDED_PER_PAGE);
      for (let page: Query = ended; ;) {
        const { docs } = await page.get();
        yield docs.flatMap((snapshot) => entryOf(snapshot) ?? []);
        const last = docs.at(-1);
        if (!last || docs.length < ENDED_PER_PAGE) return;
        page = ended.startAfter(last);
      }
    },

    /** Notes that nothing of a deleted joke is left except its entries. */
    end: async (id: string): Promise<void> => {
      await audit.doc(id).update({ kept: FieldValue.delete(), kept_until: FieldValue.delete() });
    },

    /** Whether an entry was undone; one billed read. */
    async wasUndone(transaction: Transaction, id: string): Promise<boolean> {
      return !(await transaction.get(audit.where('undoes', '==', id).limit(1))).empty;
    },

    /**
     * The latest entries, the latest first; one billed read each, and one for `after`. The entries of a
     * request stay together, so there may be more than `limit`.
     * @param after the id of the entry before the first; undefined starts with the latest
     * @returns undefined if there is no entry `after`
     */
    async list(
      filter: Filter,
      { from, to }: Period,
      limit: number,
      after: string | undefined,
    ): Promise<{ entries: StoredEntry[]; last: string | null } | undefined> {
      let query = matching(audit.orderBy('at', 'desc'), filter);
      if (from) query = query.where('at', '>=', from);
      if (to) query = query.where('at', '<', to);
      if (after !== undefined) {
        const start = await audit.doc(after).get();
        // An entry without a time is in no list.
        if (start.get('at') === undefined) return undefined;
        query = query.startAfter(start);
      }
      const { docs } = await query.limit(limit).get();
      const isLast = docs.length < limit;
      const last = docs.at(-1);
      if (!isLast && last?.get('batch') !== undefined) {
        // The entries of a request have the same time.
        docs.push(...(await query.startAfter(last).endAt(last.get('at')).get()).docs);
      }
      const entries = docs.map(entryOf).filter((entry) => entry !== undefined);
      return { entries, last: isLast ? null : (docs.at(-1)?.id ?? null) };
    },

    /** Which of these entries were undone: the ids of the entries that undid them. */
    async undone(ids: readonly string[]): Promise<Map<string, string>> {
      const parts: string[][] = [];
      for (let from = 0; from < ids.length; from += IDS_PER_QUERY) {
        parts.push(ids.slice(from, from + IDS_PER_QUERY));
      }
      const found = await Promise.all(
        parts.map((part) => audit.where('undoes', 'in', part).select('undoes').get()),
      );
      const undoing = found.flatMap(({ docs }) => docs);
      return new Map(undoing.map((document) => [String(document.get('undoes')), document.id]));
    },
  };
}
