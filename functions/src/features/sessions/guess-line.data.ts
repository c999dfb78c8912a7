import type { Firestore, Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import {
  openCollection,
  parseOrReport,
  type ReportMalformed,
} from '../../database/stored-document.data.ts';
import { endOfLine, type Turn } from './guess-line.ts';

export const lineDocument = z.object({
  turns: z.array(z.object({ network: z.string(), period: z.int(), used: z.boolean() })),
  /** Firestore's TTL policy removes the document after this. */
  expires_at: z.date(),
});

/** The id of the line's document in `throttles`. */
export const GUESS_LINE = 'login-line';

export type GuessLineData = ReturnType<typeof createGuessLineData>;

/** Reads and writes `throttles/login-line`. A malformed line is reported and counts as empty. */
export function createGuessLineData(db: Firestore, report: ReportMalformed) {
  const reference = openCollection(db, 'throttles').doc(GUESS_LINE);
  return {
    async read(transaction: Transaction): Promise<Turn[]> {
      return parseOrReport(lineDocument, await transaction.get(reference), report)?.turns ?? [];
    },
    write(transaction: Transaction, turns: readonly Turn[]): void {
      transaction.set(reference, { turns, expires_at: new Date(endOfLine(turns)) });
    },
  };
}
