import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { withReadDeadline } from '../../database/read-deadline.ts';
import {
  openCollection,
  parseSnapshot,
  parseOrReport,
  type ReportMalformed,
} from '../../database/stored-document.data.ts';
import { documentId } from './document-id.ts';

export const adminDocument = z.object({
  username: z.string(),
  /** the bcrypt hash of a prehash */
  password_hash: z.string(),
  /** a new random id for every password; sessions with another one have ended */
  password_id: z.string(),
  created_at: z.date(),
  password_changed_at: z.date(),
  /** whether the operator has locked the account */
  disabled: z.boolean(),
  /** keys of the networks that last signed in to this account, the most recent at the end */
  known_networks: z.array(z.string()),
});
export type AdminAccount = z.infer<typeof adminDocument>;

export const firstAdminDocument = z.object({
  username: z.string(),
  /** a random UUID; it distinguishes a retry of the same call from another call */
  attempt: z.string(),
  created_at: z.date(),
});
export type FirstAdmin = z.infer<typeof firstAdminDocument>;

/**
 * A username as it is stored and compared: trimmed and in NFC, otherwise as typed.
 * @returns empty when only white space was typed
 */
export function normalizeUsername(typed: string): string {
  return typed.toWellFormed().normalize('NFC').trim();
}

export type AdminData = ReturnType<typeof createAdminData>;

/**
 * Reads and writes `admins/{username}` and `setup/first-admin`. A malformed administrator is reported
 * and counts as missing. The first administrator's document is never deleted and counts as present even
 * if it is malformed.
 */
export function createAdminData(db: Firestore, report: ReportMalformed) {
  const reference = (username: string) => openCollection(db, 'admins').doc(documentId(username));
  const firstAdmin = openCollection(db, 'setup').doc('first-admin');
  return {
    /** One billed read. @param username normalized, not empty */
    async find(username: string): Promise<AdminAccount | undefined> {
      return parseOrReport(
        adminDocument,
        await withReadDeadline(reference(username).get()),
        report,
      );
    },
    async read(transaction: Transaction, username: string): Promise<AdminAccount | undefined> {
      return parseOrReport(adminDocument, await transaction.get(reference(username)), report);
    },
    create(transaction: Transaction, admin: AdminAccount): void {
      transaction.create(reference(admin.username), admin);
    },
    update(transaction: Transaction, username: string, changes: Partial<AdminAccount>): void {
      transaction.update(reference(username), changes);
    },
    /** Whether an administrator was ever created; one billed read. */
    async hasFirstAdmin(): Promise<boolean> {
      return (await withReadDeadline(firstAdmin.get())).exists;
    },
    async readFirstAdmin(transaction: Transaction): Promise<FirstAdmin | undefined> {
      return parseSnapshot(firstAdminDocument, await transaction.get(firstAdmin));
    },
    createFirstAdmin(transaction: Transaction, first: FirstAdmin): void {
      transaction.create(firstAdmin, first);
    },
  };
}
