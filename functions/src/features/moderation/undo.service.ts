import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { JokeDocument } from '../../catalog/joke-document.ts';
import type { JokeData } from '../../catalog/jokes.data.ts';
import { ApiError, type ModeratedJoke, type UndoResults } from '../../contract/index.ts';
import type { Actor, JokeAudit, JokeAuditEntry } from '../../platform/audit/audit.data.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { canUndo, noSuchEntry } from './log.service.ts';
import { moderatedFields, presentModerated } from './moderated-fields.ts';
import { batchOf, readReports } from './record-change.ts';

interface Dependencies {
  catalog: CatalogService;
  jokes: JokeData;
  audit: JokeAudit;
  reports: ReportService;
  transact: Transact;
  withReadDeadline: ReadDeadline;
  /** Restores a deleted joke. @throws ApiError conflict, not_found */
  restore: (actor: Actor, id: string, entry: JokeAuditEntry) => Promise<ModeratedJoke>;
}

/** A change to undo: its entry in the log, and the id that the entry of the undoing gets. */
interface Undoing {
  id: string;
  entry: JokeAuditEntry;
  undoId: string;
}

/** A joke after a change of it was undone; an error if it was not. */
interface Undone {
  joke: ModeratedJoke | null;
  error?: ApiError;
}

function cantUndo(): ApiError {
  return new ApiError('conflict', 'This fact changed, so the decision can’t be undone.');
}

/** A joke as it is, and as it was before the change. */
function restorable({ id, entry }: Undoing, joke: JokeDocument | undefined) {
  const before = moderatedFields.safeParse(entry.before);
  if (!joke || !before.success || !canUndo(id, entry, joke)) return undefined;
  return { joke, before: before.data, restored: { ...joke, ...before.data } };
}

/** Undoes changes in one transaction, if each is the last change of its joke that was not undone. */
export function createUndo(dependencies: Dependencies) {
  const { catalog, jokes, audit, reports, transact, withReadDeadline, restore } = dependencies;

  const totals = async () => (await catalog.current()).totals();

  /** @param actions of different jokes; of several of the same one, one at most is undone */
  function undoAll(actor: Actor, actions: readonly Undoing[]) {
    const batch = batchOf(actions.map(({ undoId }) => undoId));
    return transact(async (transaction) => {
      const ids = new Set(actions.map(({ entry }) => entry.joke_id));
      const found = await jokes.readMany(transaction, [...ids]);
      const byId = new Map(found.flatMap((joke) => (joke ? [[joke.joke_id, joke]] : [])));
      const plans = actions.map((action) => {
        const joke = byId.get(action.entry.joke_id);
        return { action, joke, change: restorable(action, joke) };
      });
      const refused = plans.filter(({ joke, change }) => joke && !change);
      // A commit that returned an error may have happened: the retry finds its own entries.
      const done = await audit.existing(
        transaction,
        refused.map(({ action }) => action.undoId),
      );
      const changes = plans.flatMap(({ change }) => change ?? []);
      const leaving = changes.filter(({ before }) => before.status !== 'approved');
      const ended = await readReports(
        reports,
        transaction,
        leaving.map(({ joke }) => joke),
      );
      return plans.map(({ action, joke, change }): Undone => {
        if (!joke || !change) {
          const isDone = joke && done.has(action.undoId);
          return {
            joke: joke ? presentModerated(joke) : null,
            ...(!isDone && { error: cantUndo() }),
          };
        }
        const { id, entry, undoId } = action;
        const { joke_id } = joke;
        const { before, restored } = change;
        const ending = ended.get(joke_id);
        jokes.update(transaction, joke, { ...before, last_change: entry.previous });
        if (ending) reports.end(transaction, joke_id);
        reports.restore(transaction, joke_id, entry.before['reports']);
        const described = {
          actor,
          action: 'undo',
          joke_id,
          before: { ...moderatedFields.parse(joke), ...(ending && { reports: ending }) },
          after: before,
          undoes: id,
          ...batch,
        } as const;
        audit.record(transaction, described, undoId);
        return { joke: presentModerated(restored) };
      });
    });
  }

  /** Brings back the reports that "Keep" dismissed, besides those since then. */
  function reopen(actor: Actor, auditId: string, { joke_id, before }: JokeAuditEntry) {
    const undoId = audit.newId();
    return transact(async (transaction) => {
      const joke = await jokes.read(transaction, joke_id);
      const since = await reports.read(transaction, [joke_id]);
      // A commit that returned an error may have happened: the retry finds its own entry.
      const isDone = (await audit.read(transaction, undoId)) !== undefined;
      if (
        !joke ||
        (!isDone && (joke.status !== 'approved' || (await audit.wasUndone(transaction, auditId))))
      ) {
        throw cantUndo();
      }
      if (!isDone) {
        reports.restore(transaction, joke_id, before['reports'], since.get(joke_id));
        const undoing = { actor, action: 'undo', joke_id, undoes: auditId } as const;
        audit.record(transaction, { ...undoing, before: {}, after: {} }, undoId);
      }
      return presentModerated(joke);
    });
  }

  /**
   * Undoes an approval, rejection, edit or change of tags; what was changed before it can be undone next. Restores a
   * deleted joke, and the reports that were dismissed.
   * @param entry the log's entry of this id
   * @throws ApiError conflict when it can't be undone
   */
  async function undo(actor: Actor, id: string, entry: JokeAuditEntry): Promise<ModeratedJoke> {
    if (entry.action === 'delete') return restore(actor, id, entry);
    if (entry.action === 'keep') return reopen(actor, id, entry);
    const [undone] = await undoAll(actor, [{ id, entry, undoId: audit.newId() }]);
    const { joke = null, error } = undone ?? {};
    if (error || !joke) throw error ?? noSuchEntry();
    return joke;
  }

  return {
    /** The same with the totals afterwards. */
    async undo(actor: Actor, id: string, entry: JokeAuditEntry) {
      return { ...(await undo(actor, id, entry)), totals: await totals() };
    },

    /**
     * Undoes several: decisions, edits and changes of tags in one transaction, deletions and dismissals of reports in one
     * each. One billed read more for each entry. Failures are reported per entry.
     */
    async undoMany(actor: Actor, ids: readonly string[]): Promise<UndoResults> {
      const entries = await withReadDeadline(audit.getAll(ids));
      const found = ids.flatMap((id, index) => {
        const entry = entries[index];
        return entry ? { id, entry, undoId: audit.newId() } : [];
      });
      const isAlone = ({ entry }: Undoing) => ['delete', 'keep'].includes(entry.action);
      const decided = found.filter((one) => !isAlone(one));
      const byId = new Map<string, Undone>();
      if (decided.length > 0) {
        const undone = await undoAll(actor, decided);
        for (const [index, { id }] of decided.entries()) {
          const one = undone[index];
          if (one) byId.set(id, one);
        }
      }
      for (const { id, entry } of found.filter(isAlone)) {
        try {
          byId.set(id, { joke: await undo(actor, id, entry) });
        } catch (error) {
          if (!(error instanceof ApiError) || error.code !== 'conflict') throw error;
          byId.set(id, { joke: null, error });
        }
      }
      const results = ids.map((audit_id) => {
        const { joke, error } = byId.get(audit_id) ?? { joke: null, error: noSuchEntry() };
        return { audit_id, joke, ...(error && { error: error.message }) };
      });
      return { results, totals: await totals() };
    },
  };
}
