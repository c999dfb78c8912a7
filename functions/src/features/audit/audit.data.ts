import { FieldValue, type Firestore, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { openCollection } from '../../database/stored-document.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';

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

/** Who acts: an administrator, or the operator with a command. */
export interface Actor {
  /** how the administrator signed in */
  provider: 'password' | 'google' | 'operator';
  /** an administrator's username or Google e-mail address, or the operator's command */
  username: string;
}

interface AuditEntry {
  actor: Actor;
  action: AuditAction;
  joke_id: number;
  /** the old values of the changed fields */
  before: Partial<JokeDocument>;
  /** their new values; null for a deleted joke */
  after: Partial<JokeDocument> | null;
}

export type AuditData = ReturnType<typeof createAuditData>;

/** Writes `audit/{id}`. Entries are never changed. */
export function createAuditData(db: Firestore) {
  const audit = openCollection(db, 'audit');
  return {
    /** Writes an entry in the transaction of the change that it describes. */
    record(transaction: Transaction, { actor, ...entry }: AuditEntry): void {
      transaction.create(audit.doc(), {
        ...entry,
        actor: { provider: actor.provider, username: actor.username },
        at: FieldValue.serverTimestamp(),
      });
    },
  };
}
