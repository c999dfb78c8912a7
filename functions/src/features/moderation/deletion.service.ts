import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { ApiError, storedContent, type Expectation, type Totals } from '../../contract/index.ts';
import { limits, PERSONAL_DATA } from '../../domain/index.ts';
import type {
  Actor,
  JokeAudit,
  JokeAuditEntry,
  StoredEntry,
} from '../../platform/audit/audit.data.ts';
import { jokeDocument, type JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { RatingData } from '../ratings/ratings.data.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { changedSince, moderatedFields, presentModerated } from './moderated-fields.ts';
import { readReports } from './record-change.ts';

export interface DeletionDependencies {
  catalog: CatalogService;
  jokes: JokeData;
  ratings: RatingData;
  audit: JokeAudit;
  reports: ReportService;
  /** Deletes the files of an image. @param file its content hash */
  discardImage: (file: string) => Promise<void>;
  /** Deletes the stored cards of a joke. */
  discardCards: (jokeId: number) => Promise<void>;
  /** milliseconds since the epoch */
  clock: () => number;
}

const RESTORABLE_MS = limits.restorableDays * 86_400_000;

/** What the log says of a deleted joke. */
function described(joke: JokeDocument) {
  const { rating, num_votes, created_at } = joke;
  return { ...moderatedFields.parse(joke), rating, num_votes, created_at };
}

/** Whether a deletion can be undone, as far as its entry says: its joke is kept, and its time is not over. */
export function isRestorable({ kept, kept_until }: JokeAuditEntry, now: number): boolean {
  return kept !== undefined && kept_until !== undefined && kept_until.getTime() > now;
}

/** What the log says of a joke that is erased, whose latest deletion may be earlier. */
function withoutText(joke: JokeDocument | undefined, earlier: JokeAuditEntry | undefined) {
  if (!joke) return { created_at: earlier?.before['created_at'] ?? null };
  const { joke_text: _, ...rest } = described(joke);
  return rest;
}

/** The images that a joke has, or had when it was deleted. */
function imagesOf(joke: JokeDocument | undefined, entries: readonly StoredEntry[]): string[] {
  const kept = entries.flatMap(({ entry }) => jokeDocument.safeParse(entry.kept).data ?? []);
  const having = [...(joke ? [joke] : []), ...kept];
  return having.flatMap(({ image }) => image?.file ?? []);
}

/** What happened to one of the jokes that are erased. */
interface Erasure {
  joke_id: number;
  audit_id: string | null;
  error?: ApiError;
}

/** Deletes jokes, and restores them: each with its catalog and log entries in one transaction. */
export function createDeletion(dependencies: DeletionDependencies) {
  const { catalog, jokes, ratings, audit, reports, clock } = dependencies;
  const { discardImage, discardCards } = dependencies;

  /** Removes what nothing can bring back. If it fails, the sweep does it. */
  async function removeRest(jokeId: number, images: readonly string[]): Promise<void> {
    await Promise.all([
      ratings.removeAll(jokeId),
      reports.removeAll(jokeId),
      discardCards(jokeId),
      ...images.map(discardImage),
    ]);
  }

  /**
   * Deletes a joke and ends its reports. The log keeps its document for 30 days; its votes and image stay
   * as long. Of a malformed joke nothing is kept.
   * @param expected what the moderator saw; a malformed joke is deleted in any case
   * @returns the log's entry and the totals afterwards
   * @throws ApiError not_found, or conflict if the joke has changed
   */
  async function remove(
    actor: Actor,
    jokeId: number,
    expected?: Expectation,
  ): Promise<{ audit_id: string; totals: Totals }> {
    const auditId = audit.newId();
    let isRetry = false;
    const { isKept, totals } = await catalog.change(async (transaction, draft) => {
      const found = await jokes.readWhole(transaction, jokeId);
      // The document of a joke in the catalog may be missing or malformed.
      if (!found && !statusOf(draft.root, jokeId)) {
        // A commit that returned an error may have happened: the retry finds its own entry.
        const own = isRetry ? await audit.read(transaction, auditId) : undefined;
        if (!own) throw noSuchJoke();
        return { isKept: own.kept !== undefined, totals: draft.root.totals };
      }
      isRetry = true;
      const changed = found && changedSince(found.joke, expected);
      if (changed) throw changed;
      // Only approved jokes are reported; a malformed one may have been.
      const mayBeReported = !found || found.joke.status === 'approved';
      const summaries = await reports.read(transaction, mayBeReported ? [jokeId] : []);
      const reported = summaries.get(jokeId);
      jokes.remove(transaction, jokeId);
      draft.remove(jokeId);
      if (reported) reports.end(transaction, jokeId);
      const { receipt_hash } = found?.joke ?? {};
      const entry = {
        actor,
        action: 'delete',
        joke_id: jokeId,
        before: { ...(found && described(found.joke)), ...(reported && { reports: reported }) },
        after: null,
        kept_until: new Date(clock() + (found ? RESTORABLE_MS : 0)),
        ...(found && { kept: found.fields }),
        ...(receipt_hash !== undefined && { receipt_hash }),
      } as const;
      audit.record(transaction, entry, auditId);
      return { isKept: found !== null, totals: draft.root.totals };
    });
    await (isKept ? discardCards(jokeId) : removeRest(jokeId, []));
    return { audit_id: auditId, totals };
  }

  /**
   * Brings back a deleted joke with its votes.
   * @param entry the log's entry of its deletion
   * @throws ApiError conflict if the log no longer keeps it, or its number is used again
   */
  function restore(actor: Actor, auditId: string, entry: JokeAuditEntry) {
    const undoId = audit.newId();
    const jokeId = entry.joke_id;
    return catalog.change(async (transaction, draft) => {
      const present = await jokes.read(transaction, jokeId);
      const { totals } = draft.root;
      // A commit that returned an error may have happened: the retry finds its own entry.
      const isDone = present && (await audit.read(transaction, undoId));
      if (isDone) return { ...presentModerated(present), totals };
      if (present || statusOf(draft.root, jokeId)) {
        throw new ApiError('conflict', `Fact no. ${jokeId} exists, so nothing was restored.`);
      }
      const last = await audit.lastDeletion(transaction, jokeId);
      const kept = jokeDocument.safeParse(last?.entry.kept);
      const isLast = last?.id === auditId && isRestorable(last.entry, clock());
      if (!last?.entry.kept || !kept.success || !isLast) {
        throw new ApiError(
          'conflict',
          `The log no longer keeps fact no. ${jokeId}, so it can’t be restored.`,
        );
      }
      const joke = kept.data;
      if (joke.tags.length > 0 || !joke.safe) {
        await draft.openTags();
        draft.setTags([joke]);
      }
      draft.put([joke]);
      jokes.restore(transaction, jokeId, last.entry.kept);
      reports.restore(transaction, jokeId, entry.before['reports']);
      const after = moderatedFields.parse(joke);
      const undoing = { actor, action: 'undo', joke_id: jokeId, undoes: auditId } as const;
      audit.record(transaction, { ...undoing, before: storedContent.parse(joke), after }, undoId);
      return { ...presentModerated(joke), totals: draft.root.totals };
    });
  }

  /**
   * Deletes jokes that contain personal information for good: also from the log, where the deleted ones
   * among them may still be.
   * @param expected what the moderator saw
   * @returns one for each id, in the same order; `error` says why it was not deleted
   */
  async function erase(
    actor: Actor,
    jokeIds: readonly number[],
    expected: ReadonlyMap<number, Expectation>,
  ): Promise<{ erasures: Erasure[]; totals: Totals }> {
    const auditIds = jokeIds.map(() => audit.newId());
    const images = new Map<number, string[]>();
    const erased = await catalog.change(async (transaction, draft) => {
      const found = await jokes.readAll(transaction, jokeIds);
      const summaries = await readReports(reports, transaction, found);
      const logged = await audit.ofJokes(transaction, jokeIds);

      function eraseOne(jokeId: number, index: number): Erasure {
        const joke = found[index];
        const isListed = statusOf(draft.root, jokeId) !== undefined;
        const entries = logged.filter(({ entry }) => entry.joke_id === jokeId);
        const error = joke
          ? changedSince(joke, expected.get(jokeId))
          : isListed || entries.length > 0
            ? undefined
            : noSuchJoke();
        if (error) return { joke_id: jokeId, audit_id: null, error };
        images.set(jokeId, [...(images.get(jokeId) ?? []), ...imagesOf(joke, entries)]);
        for (const each of entries) audit.strip(transaction, each, true);
        const done = entries.find(({ entry }) => entry.reason === PERSONAL_DATA);
        // It was erased before, perhaps by a commit that returned an error.
        if (done && !joke && !isListed) {
          return { joke_id: jokeId, audit_id: done.id === auditIds[index] ? done.id : null };
        }
        if (joke ?? isListed) {
          jokes.remove(transaction, jokeId);
          draft.remove(jokeId);
        }
        const reported = summaries.get(jokeId);
        if (reported) reports.end(transaction, jokeId);
        const earlier = entries
          .map(({ entry }) => entry)
          .filter(({ action }) => action === 'delete')
          .toSorted((a, b) => a.at.getTime() - b.at.getTime())
          .at(-1);
        const before = { ...withoutText(joke, earlier), ...(reported && { reports: reported }) };
        const receipt_hash = joke?.receipt_hash ?? earlier?.receipt_hash;
        const entry = {
          actor,
          action: 'delete',
          joke_id: jokeId,
          before,
          after: null,
          reason: PERSONAL_DATA,
          kept_until: new Date(clock()),
          ...(receipt_hash !== undefined && { receipt_hash }),
        } as const;
        audit.record(transaction, entry, auditIds[index]);
        return { joke_id: jokeId, audit_id: auditIds[index] ?? null };
      }

      return { erasures: jokeIds.map(eraseOne), totals: draft.root.totals };
    });
    for (const [jokeId, files] of images) await removeRest(jokeId, [...new Set(files)]);
    return erased;
  }

  return { remove, restore, erase };
}
