import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { openCollection, parseOrReport, reportNothing } from './stored-document.data.ts';

export const markDocument = z.object({
  /** SHA-256 of the manifest of what is being restored */
  backup: z.string(),
  started_at: z.date(),
});
export type RestoreMark = z.infer<typeof markDocument>;

/** The collection of the mark, which is never exported. */
export const RESTORE_MARKS = 'restores';

export type RestoreMarkData = ReturnType<typeof createRestoreMarkData>;

/** `restores/unfinished` exists while a backup is being restored, and after an interrupted restore. */
export function createRestoreMarkData(db: Firestore) {
  const reference = openCollection(db, RESTORE_MARKS).doc('unfinished');
  return {
    /** The backup being restored: undefined if no restore is unfinished, '' if the mark is malformed; one billed read. */
    async readBackup(): Promise<string | undefined> {
      const snapshot = await reference.get();
      const mark = parseOrReport(markDocument, snapshot, reportNothing);
      return snapshot.exists ? (mark?.backup ?? '') : undefined;
    },
    /** Whether a restore is unfinished, read in the transaction if one is given; one billed read. */
    async exists(transaction?: Transaction): Promise<boolean> {
      return (await (transaction ? transaction.get(reference) : reference.get())).exists;
    },
    async write(mark: RestoreMark): Promise<void> {
      await reference.set(mark);
    },
    async remove(): Promise<void> {
      await reference.delete();
    },
  };
}
