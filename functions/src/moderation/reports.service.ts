import * as z from 'zod';
import { READ, type Follower } from '../catalog/follower.ts';
import { countReports } from '../catalog/joke.ts';
import {
  ApiError,
  forEach,
  reportCounts,
  reportReason,
  type EndpointOutput,
  type ReportReason,
} from '../contract/index.ts';
import { limits, REPORT_REASONS } from '../domain/index.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { Notify } from './notifications.service.ts';
import type { DataSource } from '../platform/stored-document.data.ts';
import { createVoterDocuments } from '../votes/voter-documents.data.ts';
import type { VoterCall, Voters } from '../votes/voters.ts';

export const reportContent = z.object({ reason: reportReason });

export type ReportData = ReturnType<typeof createReportData>;

/** Reads and writes `reports/{joke}_{voter}`: one browser's report of a joke. */
export function createReportData(source: DataSource) {
  return createVoterDocuments(source, 'reports', reportContent);
}

interface Dependencies {
  follower: Follower;
  reportData: ReportData;
  notify: Notify;
  voters: Voters;
}

export type ReportService = ReturnType<typeof createReportService>;

/**
 * Visitors' reports of jokes. They hide nothing: an administrator decides, and a rejection, deletion or dismissal ends
 * the reports so far.
 */
export function createReportService({ follower, reportData, voters, notify }: Dependencies) {
  return {
    /**
     * Counts a report, once for each browser and joke, and notifies the owner of the first one.
     * @throws ApiError conflict if this browser has reported it before, and what `act` throws
     */
    async report(call: VoterCall, jokeId: number, reason: ReportReason): Promise<void> {
      const { before } = await voters.act(call, jokeId, {
        use: 'report',
        documents: reportData,
        done: new ApiError('conflict', 'You have already reported this fact.'),
        make({ reports }, at) {
          const earlier = reports ?? { ...forEach(REPORT_REASONS, 0), first_at: at };
          const counted = { ...earlier, [reason]: earlier[reason] + 1, last_at: at };
          return { changes: { reports: counted }, content: { reason } };
        },
      });
      if (before?.reports === null) await notify();
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
