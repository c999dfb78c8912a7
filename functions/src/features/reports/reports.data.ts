import { FieldPath, Timestamp, type Query, type Transaction } from 'firebase-admin/firestore';
import * as z from 'zod/mini';
import { jokeId, reportCounts, reportReason, type ReportReason } from '../../contract/index.ts';
import { openDocuments, type DataSource } from '../../platform/database/stored-document.data.ts';
import { createVoterDocuments, voterDocument } from '../../platform/voters/voter-documents.data.ts';

/** `reports/{joke}_{voter}`: one browser's report of a joke */
const reportDocument = z.extend(voterDocument, { reason: reportReason });

/** The reports of a joke since the last decision of an administrator. */
export const reportSummary = z.object({
  reasons: z.object(reportCounts.shape),
  first_at: z.date(),
  last_at: z.date(),
});
export type ReportSummary = z.infer<typeof reportSummary>;

/** `reported_jokes/{joke}` */
const reportedJokeDocument = z.extend(reportSummary, {
  joke_id: jokeId,
  /** the sum of `reasons`, by which the list is ordered */
  total: z.int(),
});
export type ReportedJoke = z.infer<typeof reportedJokeDocument>;

/** Where a page of reported jokes ends. */
export interface ReportedPosition {
  total: number;
  last_at: Date;
  joke_id: number;
}

export type ReportData = ReturnType<typeof createReportData>;

/** Reads and writes `reports/{joke}_{voter}` and `reported_jokes/{joke}`. */
export function createReportData(source: DataSource) {
  const reported = openDocuments(source, 'reported_jokes', reportedJokeDocument);

  return {
    ...createVoterDocuments<{ reason: ReportReason }>(source, 'reports', reportDocument),

    /**
     * The summaries of those of these jokes that are reported, by joke; one billed read for each joke. A
     * malformed one is reported and counts as missing.
     */
    readSummaries: async (
      transaction: Transaction,
      jokeIds: readonly number[],
    ): Promise<Map<number, ReportedJoke>> => {
      const found = (await reported.readMany(transaction, jokeIds)).flatMap((each) => each ?? []);
      return new Map(found.map((summary) => [summary.joke_id, summary]));
    },
    writeSummary(transaction: Transaction, jokeIdNumber: number, summary: ReportSummary): void {
      const total = Object.values(summary.reasons).reduce((sum, count) => sum + count, 0);
      reported.write(transaction, jokeIdNumber, { ...summary, joke_id: jokeIdNumber, total });
    },
    removeSummary: reported.remove,

    /**
     * The reported jokes, the most reported first, of those the most recently reported; one billed read each.
     * @param after the position before the first; undefined starts with the most reported
     * @returns `last`: the position of the last one; null if there are no more
     */
    async listSummaries(
      limit: number,
      after: ReportedPosition | undefined,
    ): Promise<{ summaries: ReportedJoke[]; last: ReportedPosition | null }> {
      let query: Query = reported.collection
        .orderBy('total', 'desc')
        .orderBy('last_at', 'desc')
        .orderBy(FieldPath.documentId(), 'desc');
      if (after) {
        const { total, last_at, joke_id } = after;
        query = query.startAfter(total, Timestamp.fromDate(last_at), String(joke_id));
      }
      const { docs } = await query.limit(limit).get();
      const found = docs.map(reported.parse);
      const summaries = found.filter((summary) => summary !== undefined);
      const last = docs.length < limit ? undefined : summaries.at(-1);
      return { summaries, last: last ?? null };
    },
    /** The number of reported jokes; one billed read per 1,000. */
    async countSummaries(): Promise<number> {
      return (await reported.collection.count().get()).data().count;
    },
  };
}
