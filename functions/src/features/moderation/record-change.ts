import { isDeepStrictEqual } from 'node:util';
import type { CatalogDraft } from '../../catalog/catalog.service.ts';
import { jokeContent } from '../../contract/index.ts';
import type { JokeAudit, NewJokeAuditEntry } from '../../platform/audit/audit.data.ts';
import type { Transaction } from '../../platform/database/database.ts';
import type { JokeChanges, JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
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
    const after = { ...joke, ...fields, last_change: auditId };
    jokes.update(transaction, joke.joke_id, { ...fields, last_change: auditId });
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
  found: readonly (JokeDocument | undefined)[],
): Promise<Map<number, ReportSummary>> {
  const approved = found.flatMap((joke) => (joke?.status === 'approved' ? joke.joke_id : []));
  return reports.read(transaction, approved);
}

/** Whether a joke's tags, or whether it is safe, have changed. */
export function isRetagged(before: JokeDocument, after: JokeDocument): boolean {
  return before.safe !== after.safe || !isDeepStrictEqual(before.tags, after.tags);
}

/**
 * Puts what a joke says into the catalog if that has changed. Instances reload the joke.
 * @param draft with open tags if these have changed
 */
export function putContent(draft: CatalogDraft, before: JokeDocument, after: JokeDocument): void {
  if (isRetagged(before, after)) draft.setTags([after]);
  if (after.joke_text !== before.joke_text) draft.setText(after);
  else if (!isDeepStrictEqual(jokeContent.parse(before), jokeContent.parse(after))) {
    draft.touch(after.joke_id);
  }
}
