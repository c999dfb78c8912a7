import { isDeepStrictEqual } from 'node:util';
import type { JokeAudit, NewJokeAuditEntry } from '../../platform/audit/audit.data.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { JokeChanges, JokeDocument } from '../../catalog/joke-document.ts';
import type { FoundJoke, JokeData } from '../../catalog/jokes.data.ts';
import type { ReportSummary } from '../reports/reports.data.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { moderatedFields } from './moderated-fields.ts';

interface Dependencies {
  jokes: JokeData;
  audit: JokeAudit;
  reports: Pick<ReportService, 'end'>;
}

/**
 * Creates what writes changed fields of a joke and the entry that describes them.
 * @returns a function of the entry's id and the reports that the change ends
 */
export function createRecorder({ jokes, audit, reports }: Dependencies) {
  return (
    transaction: Transaction,
    joke: JokeDocument,
    fields: JokeChanges,
    entry: Pick<NewJokeAuditEntry, 'actor' | 'action' | 'batch' | 'reason'>,
    auditId: string,
    ended?: ReportSummary,
  ): JokeDocument => {
    const after = jokes.update(transaction, joke, { ...fields, last_change: auditId });
    const described = {
      ...entry,
      joke_id: joke.joke_id,
      before: { ...moderatedFields.parse(joke), ...(ended && { reports: ended }) },
      after: moderatedFields.parse(after),
      previous: joke.last_change,
    };
    audit.record(transaction, described, auditId);
    if (ended) reports.end(transaction, joke.joke_id);
    return after;
  };
}

/** What marks the entries of a request about several jokes. @param auditIds their ids */
export function batchOf(auditIds: readonly string[]): { batch?: string } {
  const [batch] = auditIds;
  return batch !== undefined && auditIds.length > 1 ? { batch } : {};
}

/** The reports of approved jokes, the only ones that can have any; they end with the approval. */
export function readReports(
  reports: Pick<ReportService, 'read'>,
  transaction: Transaction,
  found: readonly FoundJoke[],
): Promise<Map<number, ReportSummary>> {
  const approved = found.flatMap((joke) => (joke?.status === 'approved' ? joke.joke_id : []));
  return reports.read(transaction, approved);
}

/** Whether a joke's tags, or whether it is safe, have changed. */
export function isRetagged(before: JokeDocument, after: JokeDocument): boolean {
  return before.safe !== after.safe || !isDeepStrictEqual(before.tags, after.tags);
}
