import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { openCollection } from '../../database/stored-document.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';

/** What was done to a joke. */
export type AuditAction = 'approve' | 'reject' | 'edit' | 'delete' | 'generate-image';

/** `audit/{id}` */
export const auditDocument = z.object({
  actor: z.object({ provider: z.string(), username: z.string() }),
  action: z.string(),
  joke_id: z.int(),
  before: z.looseObject({}),
  after: z.nullable(z.looseObject({})),
  at: z.date(),
});

/**
 * Who did it: an administrator's user name or Google address, and how they signed in; or the operator,
 * with the command as the name.
 */
export interface Actor {
  provider: 'password' | 'google' | 'operator';
  username: string;
}

export interface AuditEntry {
  actor: Actor;
  action: AuditAction;
  joke_id: number;
  /** the fields that changed, as they were */
  before: Partial<JokeDocument>;
  /** the same fields as they are now; null where the joke is gone */
  after: Partial<JokeDocument> | null;
}

export type AuditData = ReturnType<typeof createAuditData>;

/** Writes of `audit/{id}`. Entries are never changed. */
export function createAuditData(db: Firestore) {
  const audit = openCollection(db, 'audit');
  return {
    /** Writes an entry in the transaction of what it tells of. */
    record(transaction: Transaction, { actor, ...entry }: AuditEntry): void {
      transaction.create(audit.doc(), {
        ...entry,
        actor: { provider: actor.provider, username: actor.username },
        at: FieldValue.serverTimestamp(),
      });
    },
  };
}
