import { randomBytes } from 'node:crypto';
import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseSnapshot } from './stored-document.data.ts';

const keyDocument = z.object({ key: z.instanceof(Uint8Array), created_at: z.date() });
const KEY_BYTES = 32;

export type SiteKeyData = ReturnType<typeof createSiteKeyData>;

/** Reads and writes `secrets/voter-key`, the site's random key, which is created on first use. */
export function createSiteKeyData(db: Firestore) {
  const reference = db.collection('secrets').doc('voter-key');
  return {
    /** The key, if it exists; one billed read. */
    async read(): Promise<Uint8Array | undefined> {
      return parseSnapshot(keyDocument, await reference.get())?.key;
    },
    /** The key; creates it unless it exists. */
    async readOrCreate(transaction: Transaction, now: Date): Promise<Uint8Array> {
      const stored = parseSnapshot(keyDocument, await transaction.get(reference));
      if (stored) return stored.key;
      const key = randomBytes(KEY_BYTES);
      transaction.create(reference, { key, created_at: now });
      return key;
    },
  };
}
