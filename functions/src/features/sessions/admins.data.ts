import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { withReadDeadline } from '../../database/read-deadline.ts';
import {
  openCollection,
  parseSnapshot,
  readable,
  type ReportMalformed,
} from '../../database/stored-document.data.ts';
import { documentId } from './document-id.ts';

export const adminDocument = z.object({
  username: z.string(),
  /** bcrypt over a prehash */
  password_hash: z.string(),
  /** New with every password: a session opened under another one is over. */
  password_id: z.string(),
  created_at: z.date(),
  password_changed_at: z.date(),
  /** set by the operator to lock the account */
  disabled: z.boolean(),
  /** keys of the networks that signed in to this account last, the latest at the end */
  known_networks: z.array(z.string()),
});
export type AdminAccount = z.infer<typeof adminDocument>;

export const firstAdminDocument = z.object({
  username: z.string(),
  /** Tells a repeated attempt of the same call from another call. */
  attempt: z.string(),
  created_at: z.date(),
});
export type FirstAdmin = z.infer<typeof firstAdminDocument>;

export type AdminData = ReturnType<typeof createAdminData>;

/**
 * Reads and writes of `admins/{username}`, of which a malformed one counts as missing, and of
 * `setup/first-admin`, which stays for ever and counts even if it is malformed.
 */
export function createAdminData(db: Firestore, report: ReportMalformed) {
  const reference = (username: string) => openCollection(db, 'admins').doc(documentId(username));
  const firstAdmin = openCollection(db, 'setup').doc('first-admin');
  return {
    /** One billed read. @param username normalised, not empty */
    async find(username: string): Promise<AdminAccount | undefined> {
      return readable(adminDocument, await withReadDeadline(reference(username).get()), report);
    },
    async read(transaction: Transaction, username: string): Promise<AdminAccount | undefined> {
      return readable(adminDocument, await transaction.get(reference(username)), report);
    },
    create(transaction: Transaction, admin: AdminAccount): void {
      transaction.create(reference(admin.username), admin);
    },
    update(transaction: Transaction, username: string, changes: Partial<AdminAccount>): void {
      transaction.update(reference(username), changes);
    },
    /** Whether there has ever been an administrator; one billed read. */
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
