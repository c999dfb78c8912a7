import { ApiError } from '../../contract/index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogDraft, CatalogService } from '../../catalog/catalog.service.ts';
import type { Transaction } from '../../database/database.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeChanges, JokeData } from '../jokes/jokes.data.ts';
import type { RatingData } from '../ratings/ratings.data.ts';
import type { Actor, AuditAction, AuditData } from '../audit/audit.data.ts';

/** Moderates the joke that was found, inside the transaction. */
type Work<Result, Found> = (transaction: Transaction, draft: CatalogDraft, joke: Found) => Result;

interface Dependencies {
  catalog: CatalogService;
  jokes: JokeData;
  ratings: RatingData;
  audit: AuditData;
  /** milliseconds since the epoch */
  clock: () => number;
  /** Deletes the files of an image. @param file its content hash */
  discardImage: (file: string) => Promise<void>;
}

function malformedJoke(): ApiError {
  return new ApiError('conflict', 'The stored joke is malformed. You can only delete it.');
}

function noSuchJoke(): ApiError {
  return new ApiError('not_found', 'There is no such joke.');
}

export type ModerationService = ReturnType<typeof createModerationService>;

/**
 * Each moderation changes the joke and the catalog and writes the audit entry in one transaction. Every
 * call throws ApiError not_found when there is no such joke. Every call but `remove` throws ApiError
 * conflict when the joke's document is malformed.
 */
export function createModerationService(dependencies: Dependencies) {
  const { catalog, jokes, ratings, audit, clock, discardImage } = dependencies;

  /** @param work gets undefined for a joke in the catalog whose document is missing or malformed */
  function changeAny<Result>(
    jokeId: number,
    work: Work<Result, JokeDocument | undefined>,
  ): Promise<Result> {
    return catalog.change(async (transaction, draft) => {
      const joke = await jokes.read(transaction, jokeId);
      if (!joke && !statusOf(draft.root, jokeId)) throw noSuchJoke();
      return work(transaction, draft, joke);
    });
  }

  function change<Result>(jokeId: number, work: Work<Result, JokeDocument>): Promise<Result> {
    return changeAny(jokeId, (transaction, draft, joke) => {
      if (!joke) throw malformedJoke();
      return work(transaction, draft, joke);
    });
  }

  /** Writes changed fields and their audit entry; returns the changed joke. */
  function write(
    transaction: Transaction,
    joke: JokeDocument,
    fields: JokeChanges,
    action: AuditAction,
    actor: Actor,
  ): JokeDocument {
    const { joke_id } = joke;
    const after = { ...joke, ...fields };
    const audited = ({ status, joke_text }: JokeDocument) => ({ status, joke_text });
    jokes.update(transaction, joke_id, fields);
    audit.record(transaction, {
      actor,
      action,
      joke_id,
      before: audited(joke),
      after: audited(after),
    });
    return after;
  }

  return {
    /** Approves a joke; does nothing if it is approved. The date of its first approval stays. */
    approve: (actor: Actor, jokeId: number) =>
      change(jokeId, (transaction, draft, joke) => {
        if (joke.status === 'approved') return joke;
        draft.setStatus(jokeId, 'approved');
        const approved_at = joke.approved_at ?? new Date(clock());
        const fields = { status: 'approved', approved_at } as const;
        return write(transaction, joke, fields, 'approve', actor);
      }),

    /** Rejects a joke; does nothing if it is rejected. */
    reject: (actor: Actor, jokeId: number) =>
      change(jokeId, (transaction, draft, joke) => {
        if (joke.status === 'rejected') return joke;
        draft.setStatus(jokeId, 'rejected');
        return write(transaction, joke, { status: 'rejected' }, 'reject', actor);
      }),

    /** Changes a joke's text. @param text normalized */
    edit: (actor: Actor, jokeId: number, text: string) =>
      change(jokeId, (transaction, draft, joke) => {
        if (joke.joke_text === text) return joke;
        draft.setText(jokeId, text);
        return write(transaction, joke, { joke_text: text }, 'edit', actor);
      }),

    /** Deletes a joke, its ratings and its image. */
    async remove(actor: Actor, jokeId: number): Promise<void> {
      const removed = await changeAny(jokeId, (transaction, draft, joke) => {
        jokes.remove(transaction, jokeId);
        draft.remove(jokeId);
        const before = joke
          ? {
              status: joke.status,
              joke_text: joke.joke_text,
              rating: joke.rating,
              num_votes: joke.num_votes,
            }
          : {};
        audit.record(transaction, {
          actor,
          action: 'delete',
          joke_id: jokeId,
          before,
          after: null,
        });
        return joke;
      }).catch((error: unknown) => {
        if (error instanceof ApiError && error.code === 'not_found') return error;
        throw error;
      });
      // Even if the joke is gone: an earlier deletion may have been interrupted before this.
      const ratingsRemoved = await ratings.removeAll(jokeId);
      if (!(removed instanceof ApiError)) {
        if (removed?.image) await discardImage(removed.image.file);
      } else if (ratingsRemoved === 0) {
        throw removed;
      }
    },
  };
}
