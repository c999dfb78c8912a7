import type { Firestore } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { parseSnapshot } from '../database/stored-document.data.ts';

const markDocument = z.strictObject({
  /** SHA-256 of the manifest of what is being restored */
  backup: z.string(),
  /** whether what was there before is gone */
  cleared: z.boolean(),
  started_at: z.date(),
});
export type RestoreMark = z.infer<typeof markDocument>;

/** The collection of the mark; it is in no export. */
export const RESTORE_MARKS = 'restores';

export type RestoreMarkData = ReturnType<typeof createRestoreMarkData>;

/** `restores/unfinished`: there while a backup is being restored, and after a restore that was cut off. */
export function createRestoreMarkData(db: Firestore) {
  const reference = db.collection(RESTORE_MARKS).doc('unfinished');
  return {
    /** One billed read. */
    async read(): Promise<RestoreMark | undefined> {
      return parseSnapshot(markDocument, await reference.get());
    },
    async write(mark: RestoreMark): Promise<void> {
      await reference.set(mark);
    },
    async remove(): Promise<void> {
      await reference.delete();
    },
  };
}
