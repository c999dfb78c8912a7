import * as z from 'zod';
import { READ, type CatalogTools } from '../catalog/follower.ts';
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
import { noSuchJoke } from '../jokes/jokes.service.ts';
import { presentToAdmin } from '../jokes/present-joke.ts';
import type { Notify } from './notifications.service.ts';
import {
  createVoterDocuments,
  type OncePerBrowser,
  type VoterCall,
} from '../platform/once-per-browser.ts';
import type { DataSource } from '../platform/stored-document.data.ts';

export const reportContent = z.object({ reason: reportReason });

export type ReportData = ReturnType<typeof createReportData>;

/** Reads and writes `reports/{joke}_{voter}`: one browser's report of a joke. */
export function createReportData(source: DataSource) {
  return createVoterDocuments(source, 'reports', reportContent);
}

interface Dependencies extends CatalogTools {
  reportData: ReportData;
  notify: Notify;
  oncePerBrowser: OncePerBrowser;
}

/**
 * Visitors' reports of jokes. They hide nothing: an administrator decides, and a rejection, deletion or dismissal ends
 * the reports so far.
 */
export function createReportService(dependencies: Dependencies) {
  const { reportData, jokeData, notify, oncePerBrowser } = dependencies;
  const { follower } = dependencies;
  return {
    /**
     * Counts a report, once for each browser and joke, and notifies the owner of the first one.
     * @throws ApiError not_found if no approved joke has this id, conflict if this browser has reported it before or
     *   the key was used for another report, and what `oncePerBrowser` throws
     */
    async report(call: VoterCall, jokeId: number, reason: ReportReason): Promise<void> {
      let isFirst = false;
      await oncePerBrowser(call, {
        documents: reportData,
        jokeId,
        use: 'report',
        isSame: (stored) => stored.reason === reason,
        read: (transaction) => jokeData.read(transaction, jokeId),
        write(transaction, joke, at) {
          if (joke?.status !== 'approved') throw noSuchJoke();
          isFirst = joke.reports === null;
          const before = joke.reports ?? { ...forEach(REPORT_REASONS, 0), first_at: at };
          const reports = { ...before, [reason]: before[reason] + 1, last_at: at };
          jokeData.update(transaction, joke, { reports });
          return { reason };
        },
        alreadyDone: () => new ApiError('conflict', 'You have already reported this fact.'),
        keyUsed: () =>
          new ApiError('conflict', 'This Idempotency-Key was used for another report.'),
      });
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
