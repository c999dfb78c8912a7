import { countReports } from '../catalog/catalog.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import type { CatalogJoke, JokeReports } from '../catalog/joke-document.ts';
import type { JokeData } from '../catalog/jokes.data.ts';
import { ApiError, type ReportReason } from '../contract/index.ts';
import type { Notifications } from '../platform/notifications.service.ts';
import type { NetworkQuota } from '../platform/quota.ts';
import type { OncePerBrowser, VoterCall } from '../platform/once-per-browser.service.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { ReportData } from './reports.data.ts';

const NO_REPORTS = { offensive: 0, duplicate: 0, personal_data: 0, other: 0 };

interface Dependencies {
  catalog: Pick<CatalogService, 'current' | 'fresh'>;
  data: ReportData;
  jokes: JokeData;
  notifications: Notifications;
  oncePerBrowser: OncePerBrowser;
  takeReport: NetworkQuota;
}

/** A reported joke with its reports. */
export interface Reported {
  joke: CatalogJoke;
  reports: JokeReports;
  total: number;
}

/** A joke's place in the list: how often it was reported, when last, and its number. */
const placeOf = ({ joke, reports, total }: Reported) =>
  [total, reports.last_at.getTime(), joke.joke_id] as const;

/** Whether a place comes after another one in the list. */
function isAfter(place: readonly number[], other: readonly number[]): boolean {
  const differing = place.findIndex((value, at) => value !== other[at]);
  return (place[differing] ?? 0) < (other[differing] ?? 0);
}

export type ReportService = ReturnType<typeof createReportService>;

/**
 * Visitors' reports of jokes. They hide nothing: an administrator decides, and a rejection, deletion or dismissal ends
 * the reports so far.
 */
export function createReportService({
  catalog: catalogs,
  data,
  jokes,
  notifications,
  oncePerBrowser,
  takeReport,
}: Dependencies) {
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
          const joke = await jokes.read(transaction, jokeId);
          if (joke?.status !== 'approved') throw noSuchJoke();
          isFirst = joke.reports === null;
          const before = joke.reports ?? { ...NO_REPORTS, first_at: at };
          const reports = { ...before, [reason]: before[reason] + 1, last_at: at };
          jokes.update(transaction, joke, { reports });
          return { reason };
        },
        alreadyDone: () => new ApiError('conflict', 'You have already reported this fact.'),
        keyUsed: () =>
          new ApiError('conflict', 'This Idempotency-Key was used for another report.'),
      });
      if (isFirst) await notifications.reported();
    },

    /** The number of reported jokes, as old as the catalog. */
    count: async () => (await catalogs.current()).reported().length,

    /**
     * The most reported jokes, of those the most recently reported.
     * @param after the `next` of the page before
     * @returns `next`: null if there are no more
     */
    async list(limit: number, after: string | undefined) {
      const all = (await catalogs.fresh()).reported().flatMap((joke): Reported[] => {
        const { reports } = joke;
        return reports ? [{ joke, reports, total: countReports(joke) }] : [];
      });
      const place = after?.split('_').map(Number);
      const rest = place ? all.filter((each) => isAfter(placeOf(each), place)) : all;
      const reported = rest.slice(0, limit);
      const last = rest.length > limit ? reported.at(-1) : undefined;
      return { reported, total: all.length, next: last ? placeOf(last).join('_') : null };
    },
  };
}
