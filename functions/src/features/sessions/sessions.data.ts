import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { withReadDeadline } from '../../database/read-deadline.ts';
import {
  openCollection,
  parseOrReport,
  type ReportMalformed,
} from '../../database/stored-document.data.ts';

export const sessionDocument = z.object({
  username: z.string(),
  /** the session has ended if this differs from the administrator's `password_id` */
  password_id: z.string(),
  created_at: z.date(),
  last_used_at: z.date(),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});
export type Session = z.infer<typeof sessionDocument>;

export type SessionData = ReturnType<typeof createSessionData>;

/** Reads and writes `sessions/{sha256(token)}`. A malformed session is reported and counts as missing. */
export function createSessionData(db: Firestore, report: ReportMalformed) {
  const reference = (id: string) => openCollection(db, 'sessions').doc(id);
  return {
    /** One billed read. */
    async find(id: string): Promise<Session | undefined> {
      return parseOrReport(sessionDocument, await withReadDeadline(reference(id).get()), report);
    },
    async read(transaction: Transaction, id: string): Promise<Session | undefined> {
      return parseOrReport(sessionDocument, await transaction.get(reference(id)), report);
    },
    write(transaction: Transaction, id: string, session: Session): void {
      transaction.set(reference(id), session);
    },
    update(transaction: Transaction, id: string, changes: Partial<Session>): void {
      transaction.update(reference(id), changes);
    },
    remove(transaction: Transaction, id: string): void {
      transaction.delete(reference(id));
    },
  };
}
