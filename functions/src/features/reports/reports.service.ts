import {
  ApiError,
  type JokeStatus,
  type ReportCounts,
  type ReportReason,
} from '../../contract/index.ts';
import { REPORT_REASONS } from '../../domain/index.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { Notifications } from '../../platform/notifications/notifications.service.ts';
import type { NetworkQuota } from '../../platform/quota.ts';
import type { OncePerBrowser, VoterCall } from '../../platform/voters/once-per-browser.service.ts';
import type { Actor, JokeAudit } from '../../platform/audit/audit.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { CatalogJoke } from '../../catalog/joke-document.ts';
import type { JokeData } from '../../catalog/jokes.data.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import {
  reportSummary,
  type ReportData,
  type ReportedJoke,
  type ReportedPosition,
  type ReportSummary,
} from './reports.data.ts';

const NO_REPORTS: ReportCounts = { offensive: 0, duplicate: 0, personal_data: 0, other: 0 };

interface Dependencies {
  catalog: Pick<CatalogService, 'fresh'>;
  data: ReportData;
  jokes: JokeData;
  audit: JokeAudit;
  notifications: Notifications;
  oncePerBrowser: OncePerBrowser;
  takeReport: NetworkQuota;
  transact: Transact;
  withReadDeadline: ReadDeadline;
}

/** The result of ending the reports of a joke: its status, and the log's entry if they were. */
interface Kept {
  joke_id: number;
  status: JokeStatus | null;
  audit_id: string | null;
  error?: ApiError;
}

/** A reported joke with its reports. */
export interface Reported {
  joke: CatalogJoke;
  summary: ReportedJoke;
}

/** A position as the text of `after` and `next`. */
function cursorOf({ total, last_at, joke_id }: ReportedPosition): string {
  return `${total}_${last_at.getTime()}_${joke_id}`;
}

function positionOf(cursor: string): ReportedPosition {
  const [total = 0, time = 0, joke_id = 0] = cursor.split('_').map(Number);
  return { total, last_at: new Date(time), joke_id };
}

/** The reports of a joke before and after it was kept; no browser is in both. */
function bothOf(before: ReportSummary, after: ReportSummary): ReportSummary {
  const reasons = { ...after.reasons };
  for (const reason of REPORT_REASONS) reasons[reason] += before.reasons[reason];
  return { reasons, first_at: before.first_at, last_at: after.last_at };
}

/** One report of a browser. */
function notReported(): ApiError {
  return new ApiError('not_found', 'This joke is not reported.');
}

export type ReportService = ReturnType<typeof createReportService>;

/**
 * Visitors' reports of jokes. They change no joke: an administrator decides, and a rejection, deletion or
 * "Keep" ends the reports so far.
 */
export function createReportService({
  catalog: catalogs,
  data,
  jokes,
  audit,
  notifications,
  oncePerBrowser,
  takeReport,
  transact,
  withReadDeadline,
}: Dependencies) {
  /** Ends a joke's reports, or replaces their summary. */
  function replace(transaction: Transaction, jokeId: number, summary: ReportSummary | null): void {
    if (summary) data.writeSummary(transaction, jokeId, summary);
    else data.removeSummary(transaction, jokeId);
  }

  return {
    /**
     * Counts a report, once for each browser and joke, and notifies the owner of the first one.
     * @throws ApiError not_found if no approved joke has this id, conflict if this browser has reported it before or
     *   the key was used for another report, too_many_requests, and what `oncePerBrowser` throws
     */
    async report(call: VoterCall, jokeId: number, reason: ReportReason): Promise<void> {
      takeReport(call.network);
      let isFirst = false;
      await oncePerBrowser(call, {
        documents: data,
        jokeId,
        isSame: (stored) => stored.reason === reason,
        async write(transaction, at) {
          const [joke, summaries] = await Promise.all([
            jokes.read(transaction, jokeId),
            data.readSummaries(transaction, [jokeId]),
          ]);
          if (joke?.status !== 'approved') throw noSuchJoke();
          const before = summaries.get(jokeId);
          isFirst = before === undefined;
          const { reasons, first_at } = before ?? { reasons: NO_REPORTS, first_at: at };
          const counted = { ...reasons, [reason]: reasons[reason] + 1 };
          replace(transaction, jokeId, { reasons: counted, first_at, last_at: at });
          return { reason };
        },
        alreadyDone: () => new ApiError('conflict', 'You have already reported this fact.'),
        keyUsed: () =>
          new ApiError('conflict', 'This Idempotency-Key was used for another report.'),
      });
      if (isFirst) await notifications.reported();
    },

    /** The number of reported jokes; one billed read. */
    count: () => withReadDeadline(data.countSummaries()),

    /**
     * The most reported jokes, of those the most recently reported; one billed read each, and one for the
     * current total.
     * @param after the `next` of the page before
     * @returns `next`: null if there are no more
     */
    async list(limit: number, after: string | undefined) {
      const [catalog, { summaries, last }, total] = await Promise.all([
        catalogs.fresh(),
        data.listSummaries(limit, after === undefined ? undefined : positionOf(after)),
        withReadDeadline(data.countSummaries()),
      ]);
      const reported = summaries.flatMap((summary): Reported[] => {
        const joke = catalog.find(summary.joke_id);
        return joke ? [{ joke, summary }] : [];
      });
      return { reported, total, next: last && cursorOf(last) };
    },

    /**
     * Ends the reports of jokes without changing the jokes, in one transaction.
     * @returns one for each id, in the same order; `error` says why its reports were not ended
     */
    async keep(actor: Actor, jokeIds: readonly number[]): Promise<Kept[]> {
      const auditIds = jokeIds.map(() => audit.newId());
      let isRetry = false;
      return transact(async (transaction) => {
        // A commit that failed with an error may have happened: the next attempt finds its own entries.
        const mayBeWritten = isRetry ? auditIds : [];
        isRetry = true;
        const [found, summaries, written] = await Promise.all([
          jokes.readMany(transaction, jokeIds),
          data.readSummaries(transaction, jokeIds),
          Promise.all(mayBeWritten.map((id) => audit.read(transaction, id))),
        ]);
        return jokeIds.map((joke_id, index): Kept => {
          const audit_id = auditIds[index] ?? audit.newId();
          const joke = found[index];
          const status = joke?.status ?? null;
          const reports = summaries.get(joke_id);
          if (status === null) return { joke_id, status, audit_id: null, error: noSuchJoke() };
          if (!reports && !written[index]) {
            return { joke_id, status, audit_id: null, error: notReported() };
          }
          if (reports && !written[index]) {
            replace(transaction, joke_id, null);
            const entry = { actor, action: 'keep', joke_id, after: {} } as const;
            const before = { joke_text: joke?.joke_text, reports };
            audit.record(transaction, { ...entry, before }, audit_id);
          }
          return { joke_id, status, audit_id };
        });
      });
    },

    /** The reports of those of these jokes that are reported, by joke; one billed read for each joke. */
    read: data.readSummaries,

    /** Ends the reports of a joke that is rejected or deleted. */
    end: (transaction: Transaction, jokeId: number) => replace(transaction, jokeId, null),

    /**
     * Brings back the reports that a decision ended.
     * @param ended as the log's entry has them, if at all
     * @param since those that have arrived since then
     */
    restore(transaction: Transaction, jokeId: number, ended: unknown, since?: ReportSummary): void {
      const summary = reportSummary.safeParse(ended).data;
      if (summary) replace(transaction, jokeId, since ? bothOf(summary, since) : summary);
    },

    /** Deletes every report of a deleted joke; one billed read and one delete each. */
    removeAll: data.removeAll,
  };
}
