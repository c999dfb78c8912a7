import type { Firestore, Transaction } from 'firebase-admin/firestore';
import { documentId } from './document-id.ts';

/** What is kept of a Google user. */
export interface UserDocument {
  uid: string;
  email: string | null;
  email_verified: boolean;
  display_name: string | null;
  photo_url: string | null;
  last_login_at: Date;
}

export type UserData = ReturnType<typeof createUserData>;

/** Writes of `users/{uid}`. */
export function createUserData(db: Firestore) {
  return {
    write(transaction: Transaction, user: UserDocument): void {
      transaction.set(db.collection('users').doc(documentId(user.uid)), user);
    },
  };
}
