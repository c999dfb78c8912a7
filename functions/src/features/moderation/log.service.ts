import { isDeepStrictEqual } from 'node:util';
import * as z from 'zod/mini';
import {
  ApiError,
  auditAction,
  type auditQuery,
  jokeContent,
  jokeId,
  jokeStatus,
  rejectReason,
  storedContent,
  type AuditEntry,
} from '../../contract/index.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { JokeAudit, JokeAuditEntry } from '../../platform/audit/audit.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { CatalogJoke } from '../../catalog/joke-document.ts';
import { isRestorable } from './deletion.service.ts';
import { reportSummary } from '../reports/reports.data.ts';

type LogRequest = z.output<typeof auditQuery>;

/** The fields of a joke that the log shows. */
const shownFields = z.object({
  status: z.optional(jokeStatus),
  ...z.partial(jokeContent).shape,
  // Earlier versions wrote null where nobody had said no.
  // oxlint-disable-next-line promise/valid-params -- this is not a promise
  safe: z.optional(z.catch(z.boolean(), true)),
  duplicate_of: z.optional(z.nullable(jokeId)),
  rating: z.optional(z.number()),
  num_votes: z.optional(z.int().check(z.minimum(0))),
  reports: z.optional(
    z.pipe(
      reportSummary,
      z.transform(({ reasons }) => reasons),
    ),
  ),
});

/** What must be as an entry has left it, so that it can be undone. */
const undoneFields = z.extend(storedContent, { status: jokeStatus });

/** Whether an entry is of a kind that can be undone. */
function isUndoable({ action }: JokeAuditEntry): boolean {
  return ['approve', 'reject', 'edit', 'tag', 'delete', 'keep'].includes(action);
}

/**
 * Whether an entry is a joke's last change, and an approval, rejection, edit or change of tags. Undoing an entry makes
 * the entry before it the last change again. Jokes changed by a command since then say something else.
 */
export function canUndo(id: string, entry: JokeAuditEntry, joke: CatalogJoke | undefined): boolean {
  return (
    isUndoable(entry) &&
    joke?.last_change === id &&
    isDeepStrictEqual(undoneFields.safeParse(entry.after).data, undoneFields.parse(joke))
  );
}

/** The error for an id that no entry has. */
export function noSuchEntry(): ApiError {
  return new ApiError('not_found', 'The log has no such entry.');
}

export type LogService = ReturnType<typeof createLogService>;

/** The log of moderation. */
export function createLogService({
  audit,
  catalog: catalogs,
  withReadDeadline,
  clock,
}: {
  audit: JokeAudit;
  catalog: Pick<CatalogService, 'fresh'>;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
}) {
  /** Whether an entry that was not undone can be; the last deletion of a joke is not looked for. */
  function offersUndo(id: string, entry: JokeAuditEntry, joke: CatalogJoke | undefined): boolean {
    if (entry.action === 'delete') return !joke && isRestorable(entry, clock());
    if (entry.action === 'keep') return joke?.status === 'approved';
    return canUndo(id, entry, joke);
  }

  return {
    /** An entry, which never changes; one billed read. @throws ApiError not_found */
    async find(auditId: string): Promise<JokeAuditEntry> {
      const [entry] = await withReadDeadline(audit.getAll([auditId]));
      if (!entry) throw noSuchEntry();
      return entry;
    },

    /**
     * A page of the log, the latest entry first. Reads the entries and those that undid them.
     * @throws ApiError not_found when there is no entry `after`
     */
    async list({
      limit,
      after,
      from,
      to,
      username,
      ...fields
    }: LogRequest): Promise<{ entries: AuditEntry[]; next: string | null }> {
      const filter = { ...fields, 'actor.username': username };
      const time = (text?: string) => (text === undefined ? undefined : new Date(text));
      const period = { from: time(from), to: time(to) };
      const page = await audit.list(filter, period, limit, after);
      if (!page) throw noSuchEntry();
      const undoable = page.entries.filter(({ entry }) => isUndoable(entry));
      const [undone, catalog] = await Promise.all([
        audit.undone(undoable.map(({ id }) => id)),
        catalogs.fresh(),
      ]);
      const entries = page.entries.flatMap(({ id, entry }) => {
        const action = auditAction.safeParse(entry.action);
        if (!action.success) return [];
        return {
          audit_id: id,
          at: entry.at.toISOString(),
          actor: entry.actor,
          action: action.data,
          joke_id: entry.joke_id,
          batch: entry.batch ?? null,
          before: shownFields.safeParse(entry.before).data ?? {},
          after: entry.after && (shownFields.safeParse(entry.after).data ?? {}),
          reason: rejectReason.safeParse(entry.reason).data ?? null,
          undone_by: undone.get(id) ?? null,
          can_undo: !undone.has(id) && offersUndo(id, entry, catalog.find(entry.joke_id)),
          ...(isRestorable(entry, clock()) && { kept_until: entry.kept_until?.toISOString() }),
        };
      });
      return { entries, next: page.last };
    },
  };
}
