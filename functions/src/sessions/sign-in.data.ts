import * as z from 'zod';
import { openDocuments, type DataSource } from '../platform/stored-document.data.ts';
import type { Transaction } from '../platform/tools.ts';

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
});
export type AdminAccount = z.infer<typeof adminDocument>;

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

/**
 * Encodes a text of any characters as a document id. Different texts get different ids, and letters and
 * digits stay readable. Firestore refuses slashes, `.`, `..` and `__…__`
 * (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields).
 * @param text not empty, well-formed Unicode
 */
function documentId(text: string): string {
  return encodeURIComponent(text).replace(/\./g, '%2E').replace(/^_/, '%5F');
}

export type SignInData = ReturnType<typeof createSignInData>;

/**
 * Reads and writes `admins/{username}`, `sessions/{sha256(token)}` and `setup/first-admin`, which says that an
 * administrator was ever created.
 */
export function createSignInData(source: DataSource) {
  const { db, withReadDeadline } = source;
  const firstAdmin = db.collection('setup').doc('first-admin');
  return {
    /** by username: normalized, not empty */
    admins: openDocuments(source, 'admins', adminDocument, documentId),
    sessions: openDocuments(source, 'sessions', sessionDocument),
    /** Whether an administrator was ever created; one billed read, in the transaction if one is given. */
    async hasFirstAdmin(transaction?: Transaction): Promise<boolean> {
      const read = transaction
        ? transaction.sdk.get(firstAdmin)
        : withReadDeadline(firstAdmin.get());
      return (await read).exists;
    },
    createFirstAdmin(
      { sdk }: Transaction,
      first: Pick<AdminAccount, 'username' | 'created_at'>,
    ): void {
      sdk.create(firstAdmin, first);
    },
  };
}
