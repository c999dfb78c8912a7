import * as z from 'zod';
import { READ, type Follower } from '../catalog/follower.ts';
import { countReports } from '../catalog/joke.ts';
import type { JokeData } from '../catalog/jokes.data.ts';
import {
  ApiError,
  forEach,
  noSuchJoke,
  reportCounts,
  reportReason,
  type EndpointOutput,
  type ReportReason,
} from '../contract/index.ts';
import { limits, REPORT_REASONS } from '../domain/index.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { Notify } from './notifications.service.ts';
import type { DataSource } from '../platform/stored-document.data.ts';
import type { Tools } from '../platform/tools.ts';
import { createVoterDocuments } from '../votes/voter-documents.data.ts';
import type { VoterCall, Voters } from '../votes/voters.ts';

export const reportContent = z.object({ reason: reportReason });

export type ReportData = ReturnType<typeof createReportData>;

/** Reads and writes `reports/{joke}_{voter}`: one browser's report of a joke. */
export function createReportData(source: DataSource) {
  return createVoterDocuments(source, 'reports', reportContent);
}

interface Dependencies extends Pick<Tools, 'transact' | 'clock'> {
  follower: Follower;
  jokeData: JokeData;
  reportData: ReportData;
  notify: Notify;
  voters: Voters;
}

export type ReportService = ReturnType<typeof createReportService>;

/**
 * Visitors' reports of jokes. They hide nothing: an administrator decides, and a rejection, deletion or dismissal ends
 * the reports so far.
 */
export function createReportService(dependencies: Dependencies) {
  const { follower, jokeData, reportData, voters, notify, transact, clock } = dependencies;
  return {
    /**
     * Counts a report, once for each browser and joke, and notifies the owner of the first one.
     * @throws ApiError not_found if no approved joke has this id, conflict if this browser has reported it before or
     *   the key was used for another report, and what `recognize` throws
     */
    async report(call: VoterCall, jokeId: number, reason: ReportReason): Promise<void> {
      const { id, ids, attempt, remember } = await voters.recognize(call, 'report');
      const { isFirst } = await transact(
        {
          read: async (transaction) => ({
            found: await reportData.find(transaction, jokeId, ids),
            joke: await jokeData.read(transaction, jokeId),
          }),
          earlier({ found }) {
            const again = found.find((each) => each?.attempt === attempt);
            if (again && again.reason !== reason) {
              throw new ApiError('conflict', 'This Idempotency-Key was used for another report.');
            }
            if (!again && found[0] !== undefined) {
              throw new ApiError('conflict', 'You have already reported this fact.');
            }
            return again ? { isFirst: false } : undefined;
          },
          write(transaction, { joke }) {
            if (joke?.status !== 'approved') throw noSuchJoke();
            const created_at = new Date(clock());
            const before = joke.reports ?? { ...forEach(REPORT_REASONS, 0), first_at: created_at };
            const reports = { ...before, [reason]: before[reason] + 1, last_at: created_at };
            jokeData.update(transaction, joke, { reports });
            reportData.create(transaction, id, { joke_id: jokeId, reason, created_at, attempt });
            return { isFirst: joke.reports === null };
          },
        },
        call.state,
      );
      await remember();
      if (isFirst) await notify();
    },

    /** The most reported jokes, of those the most recently reported; and how many are reported in all. */
    async list(): Promise<EndpointOutput<'listReported'>> {
      const all = (await follower.read(READ.administrator)).reported();
      const reported = all.slice(0, limits.reportedMax).flatMap((joke) => {
        const { reports } = joke;
        if (!reports) return [];
        return {
          joke: presentToAdmin(joke),
          reasons: reportCounts.strip().parse(reports),
          total: countReports(joke),
          first_reported_at: reports.first_at.toISOString(),
          last_reported_at: reports.last_at.toISOString(),
        };
      });
      return { reported, total: all.length };
    },
  };
}
