import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { ApiError, type Expectation, type Totals } from '../../contract/index.ts';
import type { Actor, JokeAudit } from '../../platform/audit/audit.data.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { noSuchJoke } from '../jokes/jokes.service.ts';
import type { RatingData } from '../ratings/ratings.data.ts';
import type { ReportService } from '../reports/reports.service.ts';
import { changedSince, moderatedFields } from './moderated-fields.ts';

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
}

/** What the log keeps of a deleted joke. */
function deleted(joke: JokeDocument) {
  const { rating, num_votes, created_at } = joke;
  return { ...moderatedFields.parse(joke), rating, num_votes, created_at };
}

/** Deletes jokes: each with its catalog and log entries in one transaction, and the rest after it. */
export function createDeletion({
  catalog,
  jokes,
  ratings,
  audit,
  reports,
  discardImage,
  discardCards,
}: DeletionDependencies) {
  /** Deletes a joke and ends its reports. Returns it, if its document was well-formed. */
  function removeJoke(actor: Actor, jokeId: number, auditId: string, expected?: Expectation) {
    return catalog.change(async (transaction, draft) => {
      const joke = await jokes.read(transaction, jokeId);
      // The document of a joke in the catalog may be missing or malformed.
      if (!joke && !statusOf(draft.root, jokeId)) {
        throw noSuchJoke();
      }
      const changed = joke && changedSince(joke, expected);
      if (changed) throw changed;
      // Only approved jokes are reported; a malformed one may have been.
      const mayBeReported = !joke || joke.status === 'approved';
      const summaries = await reports.read(transaction, mayBeReported ? [jokeId] : []);
      const reported = summaries.get(jokeId);
      jokes.remove(transaction, jokeId);
      draft.remove(jokeId);
      if (reported) reports.end(transaction, jokeId);
      const described = { actor, action: 'delete', joke_id: jokeId, after: null } as const;
      const { receipt_hash } = joke ?? {};
      const before = { ...(joke && deleted(joke)), ...(reported && { reports: reported }) };
      const submitted = receipt_hash !== undefined && { receipt_hash };
      audit.record(transaction, { ...described, before, ...submitted }, auditId);
      return { joke, totals: draft.root.totals };
    });
  }

  /**
   * Deletes a joke, its ratings, its reports and its image.
   * @param expected what the moderator saw; a malformed joke is deleted in any case
   * @returns the log's entry, null if an interrupted deletion was completed, and the totals afterwards
   * @throws ApiError not_found, or conflict if the joke has changed
   */
  return async (
    actor: Actor,
    jokeId: number,
    expected?: Expectation,
  ): Promise<{ audit_id: string | null; totals: Totals }> => {
    const auditId = audit.newId();
    const removed = await removeJoke(actor, jokeId, auditId, expected).catch((error: unknown) => {
      if (error instanceof ApiError && error.code === 'not_found') return error;
      throw error;
    });
    // Even if the joke is gone: an earlier deletion may have been interrupted before this.
    const found = await Promise.all([ratings.removeAll(jokeId), reports.removeAll(jokeId)]);
    if (removed instanceof ApiError) {
      if (found.every((documents) => documents === 0)) throw removed;
      return { audit_id: null, totals: (await catalog.current()).root.totals };
    }
    const { image } = removed.joke ?? {};
    await Promise.all([discardCards(jokeId), image && discardImage(image.file)]);
    return { audit_id: auditId, totals: removed.totals };
  };
}
