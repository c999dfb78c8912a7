import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { openCollection } from '../../database/stored-document.data.ts';
import { documentId } from './document-id.ts';

/** `users/{uid}`: a Google user's profile */
export const userDocument = z.object({
  uid: z.string(),
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  display_name: z.nullable(z.string()),
  photo_url: z.nullable(z.string()),
  last_login_at: z.date(),
});
export type UserDocument = z.infer<typeof userDocument>;

export type UserData = ReturnType<typeof createUserData>;

export function createUserData(db: Firestore) {
  const users = openCollection(db, 'users');
  return {
    write(transaction: Transaction, user: UserDocument): void {
      transaction.set(users.doc(documentId(user.uid)), user, { merge: true });
    },
  };
}
