import * as z from 'zod/mini';
import type { Transaction } from '../../platform/database/database.ts';
import { openDocuments, type DataSource } from '../../platform/database/stored-document.data.ts';

export const dailyDocument = z.object({
  /** the jokes of the last days (UTC) that somebody asked for, the oldest first */
  days: z.array(z.object({ date: z.iso.date(), joke_id: z.int().check(z.minimum(1)) })),
  /** the jokes that have appeared in this round: `joke_id` is bit (id mod 8) of byte ⌊id / 8⌋ */
  seen: z.instanceof(Uint8Array),
});
/** The jokes of the last days, and those that have appeared in this round. */
export type DailyJokes = z.infer<typeof dailyDocument>;

export type DailyData = ReturnType<typeof createDailyData>;

/** Reads and writes of `daily/facts`. A malformed document is reported and counts as missing. */
export function createDailyData(source: DataSource) {
  const daily = openDocuments(source, 'daily', dailyDocument);
  return {
    /** Read in the transaction if one is given; without days on a new site. */
    async read(transaction?: Transaction): Promise<DailyJokes> {
      const stored = await (transaction ? daily.read(transaction, 'facts') : daily.find('facts'));
      return stored ?? { days: [], seen: new Uint8Array(0) };
    },
    write(transaction: Transaction, { days, seen }: DailyJokes): void {
      daily.write(transaction, 'facts', { days, seen: Buffer.from(seen) });
    },
  };
}
