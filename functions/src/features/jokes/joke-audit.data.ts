import * as z from 'zod/mini';
import { auditReason, type AuditAction, type AuditReason } from '../../contract/index.ts';
import { auditEntry, createAudit, type Actor } from '../../platform/audit/audit.data.ts';
import type { DataSource } from '../../platform/database/stored-document.data.ts';
import type { JokeDocument } from './joke-document.ts';

/** `audit/{id}`: what was done to a joke */
export const jokeAuditDocument = z.extend(auditEntry, {
  joke_id: z.int(),
  /** why it was rejected, or votes were discarded */
  reason: z.optional(z.nullable(auditReason)),
  /** its `last_change` before this entry */
  previous: z._default(z.nullable(z.string()), null),
  /** if it was deleted: the hash of its submission's receipt */
  receipt_hash: z.optional(z.string()),
});
export type JokeAuditEntry = z.infer<typeof jokeAuditDocument>;

/** Of a discard, only the choice that was made. */
type AuditedFields = Partial<Omit<JokeDocument, 'discarded'>> & {
  reports?: object;
  discarded?: object;
};

export interface NewJokeAuditEntry {
  actor: Actor;
  action: AuditAction;
  joke_id: number;
  /** the old values of the changed fields, and what else the change ended */
  before: AuditedFields;
  /** their new values; null for a deleted joke */
  after: AuditedFields | null;
  reason?: AuditReason | null;
  undoes?: string;
  previous?: string | null;
  receipt_hash?: string;
}

export type JokeAudit = ReturnType<typeof createJokeAudit>;

/** The log of what was done to jokes. */
export function createJokeAudit(source: DataSource) {
  return createAudit<JokeAuditEntry, NewJokeAuditEntry>(source, jokeAuditDocument);
}
