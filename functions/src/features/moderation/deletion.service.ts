import type { CatalogService } from '../../catalog/catalog.service.ts';
import { jokeDocument, type JokeDocument, type RemovedJoke } from '../../catalog/joke-document.ts';
import type { FoundJoke, JokeData } from '../../catalog/jokes.data.ts';
import { ApiError, storedContent, type Expectation, type Totals } from '../../contract/index.ts';
import { limits, PERSONAL_DATA } from '../../domain/index.ts';
import type {
  Actor,
  JokeAudit,
  JokeAuditEntry,
  StoredEntry,
} from '../../platform/audit/audit.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import { countVotes, meanRating } from '../../catalog/score.ts';
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
  transact: Transact;
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
  const { histogram, created_at } = joke;
  const votes = { rating: meanRating(histogram), num_votes: countVotes(histogram) };
  return { ...moderatedFields.parse(joke), ...votes, created_at };
}

/** Whether a deletion can be undone, as far as its entry says: its joke is kept, and its time is not over. */
export function isRestorable({ kept, kept_until }: JokeAuditEntry, now: number): boolean {
  return kept !== undefined && kept_until !== undefined && kept_until.getTime() > now;
}

/** What the log says of a joke that is erased, whose latest deletion may be earlier. */
function withoutText(joke: FoundJoke, earlier: JokeAuditEntry | undefined) {
  if (!joke) return { created_at: earlier?.before['created_at'] ?? null };
  const { joke_text: _, ...rest } = described(joke);
  return rest;
}

/** The images that a joke has, or had when it was deleted. */
function imagesOf(joke: FoundJoke, entries: readonly StoredEntry[]): string[] {
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

/** What is left of a deleted joke. @param joke null if its document is malformed */
function remainsOf(
  joke_id: number,
  joke: Pick<JokeDocument, 'created_at' | 'receipt_hash'> | null,
  status: RemovedJoke['status'],
  decided_at: Date,
): RemovedJoke {
  const { created_at = decided_at, receipt_hash } = joke ?? {};
  const receipt = receipt_hash === undefined ? {} : { receipt_hash };
  return { joke_id, status, created_at, decided_at, ...receipt };
}

/** Deletes jokes, and restores them: each with its log entries in one transaction. */
export function createDeletion(dependencies: DeletionDependencies) {
  const { catalog, jokes, ratings, audit, reports, transact, clock } = dependencies;
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
    const isKept = await transact(async (transaction) => {
      const found = await jokes.readWhole(transaction, jokeId);
      if (found === undefined) {
        // A commit that returned an error may have happened: the retry finds its own entry.
        const own = isRetry ? await audit.read(transaction, auditId) : undefined;
        if (!own) throw noSuchJoke();
        return own.kept !== undefined;
      }
      isRetry = true;
      const changed = found && changedSince(found.joke, expected);
      if (changed) throw changed;
      // Only approved jokes are reported; a malformed one may have been.
      const mayBeReported = !found || found.joke.status === 'approved';
      const summaries = await reports.read(transaction, mayBeReported ? [jokeId] : []);
      const reported = summaries.get(jokeId);
      const now = new Date(clock());
      jokes.remove(transaction, remainsOf(jokeId, found?.joke ?? null, 'deleted', now));
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
      return found !== null;
    });
    await (isKept ? discardCards(jokeId) : removeRest(jokeId, []));
    return { audit_id: auditId, totals: (await catalog.current()).totals() };
  }

  /**
   * Brings back a deleted joke with its votes.
   * @param entry the log's entry of its deletion
   * @throws ApiError conflict if the log no longer keeps it, or it was restored already
   */
  function restore(actor: Actor, auditId: string, entry: JokeAuditEntry) {
    const undoId = audit.newId();
    const jokeId = entry.joke_id;
    return transact(async (transaction) => {
      const present = await jokes.read(transaction, jokeId);
      // A commit that returned an error may have happened: the retry finds its own entry.
      const isDone = present && (await audit.read(transaction, undoId));
      if (isDone) return presentModerated(present);
      if (present !== undefined) {
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
      const joke = jokes.restore(transaction, jokeId, last.entry.kept);
      reports.restore(transaction, jokeId, entry.before['reports']);
      const after = moderatedFields.parse(joke);
      const undoing = { actor, action: 'undo', joke_id: jokeId, undoes: auditId } as const;
      audit.record(transaction, { ...undoing, before: storedContent.parse(joke), after }, undoId);
      return presentModerated(joke);
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
  ): Promise<Erasure[]> {
    const auditIds = jokeIds.map(() => audit.newId());
    const images = new Map<number, string[]>();
    const erasures = await transact(async (transaction) => {
      const found = await jokes.readMany(transaction, jokeIds);
      const summaries = await readReports(reports, transaction, found);
      const logged = await audit.ofJokes(transaction, jokeIds);

      function eraseOne(jokeId: number, index: number): Erasure {
        const joke = found[index];
        const entries = logged.filter(({ entry }) => entry.joke_id === jokeId);
        const error = joke
          ? changedSince(joke, expected.get(jokeId))
          : joke === null || entries.length > 0
            ? undefined
            : noSuchJoke();
        if (error) return { joke_id: jokeId, audit_id: null, error };
        images.set(jokeId, [...(images.get(jokeId) ?? []), ...imagesOf(joke, entries)]);
        for (const each of entries) audit.strip(transaction, each, true);
        const done = entries.find(({ entry }) => entry.reason === PERSONAL_DATA);
        // It was erased before, perhaps by a commit that returned an error.
        if (done && joke === undefined) {
          return { joke_id: jokeId, audit_id: done.id === auditIds[index] ? done.id : null };
        }
        const reported = summaries.get(jokeId);
        if (reported) reports.end(transaction, jokeId);
        const earlier = entries
          .map(({ entry }) => entry)
          .filter(({ action }) => action === 'delete')
          .toSorted((a, b) => a.at.getTime() - b.at.getTime())
          .at(-1);
        const before: Record<string, unknown> = {
          ...withoutText(joke, earlier),
          ...(reported && { reports: reported }),
        };
        const receipt_hash = joke?.receipt_hash ?? earlier?.receipt_hash;
        const now = new Date(clock());
        const { created_at } = before;
        const known = { created_at: created_at instanceof Date ? created_at : now, receipt_hash };
        jokes.remove(transaction, remainsOf(jokeId, known, 'erased', now));
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

      await catalog.dropSnapshot(transaction);
      return jokeIds.map(eraseOne);
    });
    await catalog.renewSnapshot();
    for (const [jokeId, files] of images) await removeRest(jokeId, [...new Set(files)]);
    return erasures;
  }

  return { remove, restore, erase };
}
