import { randomUUID } from 'node:crypto';
import { createCachedValue } from '../../cache/cache.ts';
import {
  ApiError,
  type JokeStatus,
  type ReportCounts,
  type ReportReason,
} from '../../contract/index.ts';
import type { Transaction } from '../../database/database.ts';
import { withReadDeadline } from '../../database/read-deadline.ts';
import { afterAttempt, documentExists, type Transact } from '../../database/transact.ts';
import type { Actor, AuditData } from '../audit/audit.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import {
  reportSummary,
  type ReportData,
  type ReportedPosition,
  type ReportSummary,
} from './reports.data.ts';

/** How late an administrator may see that another instance has changed the number of reported jokes. */
const COUNT_LIFETIME_MS = 60_000;

const NO_REPORTS: ReportCounts = { offensive: 0, duplicate: 0, personal_data: 0, other: 0 };

interface Dependencies {
  data: ReportData;
  jokes: JokeData;
  audit: AuditData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** A reported joke with its reports. */
export interface Reported {
  joke: JokeDocument;
  summary: ReportSummary;
}

/** A position as the text of `after` and `next`. */
function cursorOf({ last_at, joke_id }: ReportedPosition): string {
  return `${last_at.getTime()}_${joke_id}`;
}

function positionOf(cursor: string): ReportedPosition {
  const [time = 0, joke_id = 0] = cursor.split('_').map(Number);
  return { last_at: new Date(time), joke_id };
}

/** One report of a browser. */
interface NewReport {
  jokeId: number;
  reason: ReportReason;
  voter: string;
  /** the browser's id for this report */
  idempotencyKey?: string | undefined;
}

function keyUsed(): ApiError {
  return new ApiError('conflict', 'This Idempotency-Key was used for another report.');
}

/** The reports of a joke after another one. @param before undefined if it is the first */
function withReport(reason: ReportReason, at: Date, before?: ReportSummary): ReportSummary {
  const { reasons, first_at } = before ?? { reasons: NO_REPORTS, first_at: at };
  return { reasons: { ...reasons, [reason]: reasons[reason] + 1 }, first_at, last_at: at };
}

export type ReportService = ReturnType<typeof createReportService>;

/**
 * Visitors' reports of jokes. They change no joke: an administrator decides, and a rejection, deletion or
 * "Keep" ends the reports so far.
 */
export function createReportService({ data, jokes, audit, transact, clock }: Dependencies) {
  const counted = createCachedValue(() => withReadDeadline(data.countSummaries()), {
    lifetimeMs: COUNT_LIFETIME_MS,
    clock,
  });

  /** Ends a joke's reports, or replaces their summary. */
  function replace(transaction: Transaction, jokeId: number, summary: ReportSummary | null): void {
    if (summary) data.writeSummary(transaction, jokeId, summary);
    else data.removeSummary(transaction, jokeId);
    afterAttempt(transaction, counted.expire);
  }

  /** Stores a report and counts it, unless its own earlier attempt has done so. */
  function store({ jokeId, reason, voter }: NewReport, attempt: string): Promise<void> {
    return transact(async (transaction) => {
      const [joke, stored, summaries] = await Promise.all([
        jokes.read(transaction, jokeId),
        data.read(transaction, jokeId, voter),
        data.readSummaries(transaction, [jokeId]),
      ]);
      if (stored?.attempt === attempt) {
        if (stored.reason !== reason) throw keyUsed();
        return;
      }
      if (joke?.status !== 'approved') throw noSuchJoke();
      if (stored) throw new ApiError('conflict', 'You have already reported this fact.');
      const created_at = new Date(clock());
      data.create(transaction, voter, { joke_id: jokeId, reason, created_at, attempt });
      replace(transaction, jokeId, withReport(reason, created_at, summaries.get(jokeId)));
    });
  }

  return {
    /**
     * The voter whose report was stored with an idempotency key, if any; one billed read.
     * @throws ApiError conflict when it was for another joke or reason
     */
    async findStored(
      idempotencyKey: string,
      jokeId: number,
      reason: ReportReason,
    ): Promise<{ voter: string } | undefined> {
      const found = await withReadDeadline(data.findAttempt(idempotencyKey));
      if (!found) return undefined;
      if (found.report.joke_id !== jokeId || found.report.reason !== reason) throw keyUsed();
      return { voter: found.voter };
    },

    /**
     * Stores a report of an approved joke; resolves after its commit.
     * @throws ApiError conflict when this voter has already reported the joke or the idempotency key was used
     *   for another report, or not_found when no approved joke has this id
     */
    async report(given: NewReport): Promise<void> {
      const attempt = given.idempotencyKey ?? randomUUID();
      try {
        await store(given, attempt);
      } catch (error) {
        // The same report was sent twice, and the other one was stored first.
        if (!documentExists(error)) throw error;
        await store(given, attempt);
      }
    },

    /** The number of reported jokes, at most a minute old; one billed read, or none if it is cached. */
    count: () => counted.get(),

    /**
     * The most recently reported jokes; two billed reads each, and one for the current total.
     * @param after the `next` of the page before
     * @returns `next`: null if there are no more
     */
    async list(limit: number, after: string | undefined) {
      counted.expire();
      const [{ summaries, last }, total] = await Promise.all([
        data.listSummaries(limit, after === undefined ? undefined : positionOf(after)),
        counted.get(),
      ]);
      const found = await jokes.readMany(summaries.map(({ joke_id }) => joke_id));
      const byId = new Map(found.map((joke) => [joke.joke_id, joke]));
      const reported = summaries.flatMap((summary): Reported[] => {
        const joke = byId.get(summary.joke_id);
        return joke ? [{ joke, summary }] : [];
      });
      return { reported, total, next: last && cursorOf(last) };
    },

    /**
     * Ends a joke's reports without changing the joke.
     * @throws ApiError not_found when it is not reported
     */
    async keep(actor: Actor, jokeId: number): Promise<{ status: JokeStatus; auditId: string }> {
      const auditId = audit.newId();
      return transact(async (transaction) => {
        const [joke, summaries, written] = await Promise.all([
          jokes.read(transaction, jokeId),
          data.readSummaries(transaction, [jokeId]),
          audit.read(transaction, auditId),
        ]);
        if (!joke) throw noSuchJoke();
        const reports = summaries.get(jokeId);
        // A commit that failed with an error may have happened.
        if (!written && !reports) throw new ApiError('not_found', 'This joke is not reported.');
        if (!written && reports) {
          replace(transaction, jokeId, null);
          const entry = { actor, action: 'keep', joke_id: jokeId, after: {} } as const;
          audit.record(transaction, { ...entry, before: { reports } }, auditId);
        }
        return { status: joke.status, auditId };
      });
    },

    /** The reports of those of these jokes that are reported, by joke; one billed read for each joke. */
    read: (transaction: Transaction, jokeIds: readonly number[]) =>
      data.readSummaries(transaction, jokeIds),

    /** Ends the reports of a joke that is rejected or deleted. */
    end: (transaction: Transaction, jokeId: number) => replace(transaction, jokeId, null),

    /** Brings back the reports that a decision ended. @param ended as the log's entry has them, if at all */
    restore(transaction: Transaction, jokeId: number, ended: unknown): void {
      const summary = reportSummary.safeParse(ended);
      if (summary.success) replace(transaction, jokeId, summary.data);
    },

    /** Deletes every report of a deleted joke; one billed read and one delete each. */
    removeAll: (jokeId: number) => data.removeAll(jokeId),
  };
}
