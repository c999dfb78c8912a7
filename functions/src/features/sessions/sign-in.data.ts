import type { Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { isStorable, role } from '../../contract/index.ts';
import { limits } from '../../domain/index.ts';
import { createReadDeadline } from '../../platform/database/read-deadline.ts';
import {
  openDocuments,
  parseSnapshot,
  type DataSource,
} from '../../platform/database/stored-document.data.ts';
import { endOfLine, type Turn } from './guess-line.ts';

export const adminDocument = z.object({
  username: z.string(),
  /** the first administrators, who are owners, have none stored */
  role: z._default(role, 'owner'),
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

export const sessionDocument = z.object({
  username: z.string(),
  /** the session has ended if this differs from the administrator's `password_id` */
  password_id: z.string(),
  /** the browser and system that signed in; empty if unknown */
  client: z._default(z.string(), ''),
  created_at: z.date(),
  last_used_at: z.date(),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});
export type Session = z.infer<typeof sessionDocument>;

/** `users/{uid}`: a Google user's profile */
export const userDocument = z.object({
  uid: z.string(),
  email: z.nullable(z.string()),
  email_verified: z.boolean(),
  display_name: z.nullable(z.string()),
  photo_url: z.nullable(z.string()),
  /** when the user signed in with Google */
  last_login_at: z.date(),
});

const storedTurn = z
  .object({ network: z.string(), period: z.int(), used: z.boolean() })
  .check(z.refine((turn) => isStorable(endOfLine([turn]))));

const lineDocument = z.object({
  turns: z.array(storedTurn),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});

/** The id of the line of guesses in `throttles`. */
const GUESS_LINE = 'login-line';

/**
 * Encodes a text of any characters as a document id. Different texts get different ids, and letters and
 * digits stay readable. Firestore refuses slashes, `.`, `..` and `__…__`
 * (https://firebase.google.com/docs/firestore/quotas#collections_documents_and_fields).
 * @param text not empty, well-formed Unicode
 */
export function documentId(text: string): string {
  return encodeURIComponent(text).replace(/\./g, '%2E').replace(/^_/, '%5F');
}

/**
 * A username as it is stored and compared: trimmed and in NFC, otherwise as typed.
 * @returns empty when only white space was typed
 */
export function normalizeUsername(typed: string): string {
  return typed.toWellFormed().normalize('NFC').trim();
}

export type SignInData = ReturnType<typeof createSignInData>;

/**
 * Reads and writes `admins/{username}`, `setup/first-admin`, `sessions/{sha256(token)}`, `users/{uid}`
 * and `throttles/login-line`. A malformed document is reported and counts as missing, but that of the
 * first administrator, which is never deleted, counts as present.
 */
export function createSignInData(source: DataSource) {
  const { withReadDeadline = createReadDeadline() } = source;
  const firstAdmin = source.db.collection('setup').doc('first-admin');
  const sessions = openDocuments(source, 'sessions', sessionDocument);
  const lines = openDocuments(source, 'throttles', lineDocument);
  return {
    /** by username: normalized, not empty */
    admins: openDocuments(source, 'admins', adminDocument, documentId),
    sessions,
    /** The stored sessions of an administrator by id, ended ones too; one billed read each. */
    async findSessions(username: string): Promise<Map<string, Session>> {
      const query = sessions.collection.where('username', '==', username).limit(limits.sessionsMax);
      const { docs } = await withReadDeadline(query.get());
      return new Map(
        docs.flatMap((document) => {
          const session = sessions.parse(document);
          return session ? [[document.id, session]] : [];
        }),
      );
    },
    users: openDocuments(source, 'users', userDocument, documentId),
    /** Whether an administrator was ever created; one billed read. */
    async hasFirstAdmin(): Promise<boolean> {
      return (await withReadDeadline(firstAdmin.get())).exists;
    },
    async readFirstAdmin(transaction: Transaction) {
      return parseSnapshot(firstAdminDocument, await transaction.get(firstAdmin));
    },
    createFirstAdmin(transaction: Transaction, first: z.infer<typeof firstAdminDocument>): void {
      transaction.create(firstAdmin, first);
    },
    async readLine(transaction: Transaction): Promise<Turn[]> {
      return (await lines.read(transaction, GUESS_LINE))?.turns ?? [];
    },
    writeLine(transaction: Transaction, turns: readonly Turn[]): void {
      const expires_at = new Date(endOfLine(turns));
      lines.write(transaction, GUESS_LINE, { turns: [...turns], expires_at });
    },
  };
}
