import { ApiError, type JokeStatus } from '../contract/index.ts';
import type { CatalogDraft, CatalogService } from '../catalog/catalog.service.ts';
import type { Transaction } from '../database/database.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeData } from '../jokes/jokes.data.ts';

export interface ModerationService {
  /** Approves, rejects or puts back a joke; changes nothing when it has the status already. */
  setStatus(jokeId: number, status: JokeStatus): Promise<JokeDocument>;
  /** Changes a joke's text. @param text normalised */
  edit(jokeId: number, text: string): Promise<JokeDocument>;
  /** Deletes a joke. */
  remove(jokeId: number): Promise<void>;
}

interface Parts {
  catalog: CatalogService;
  jokes: JokeData;
  clock: () => number;
  changed: (jokeId: number) => void;
}

/**
 * What an administrator does to a joke; each is one transaction with the catalog.
 * Every call throws ApiError not_found when there is no such joke.
 */
export function createModerationService(parts: Parts): ModerationService {
  const { catalog, jokes, clock, changed } = parts;

  async function change<Result>(
    jokeId: number,
    work: (transaction: Transaction, draft: CatalogDraft, joke: JokeDocument) => Result,
  ): Promise<Result> {
    try {
      return await catalog.change(async (transaction, draft) => {
        const joke = await jokes.read(transaction, jokeId);
        if (!joke) throw new ApiError('not_found', 'There is no such joke.');
        return work(transaction, draft, joke);
      });
    } finally {
      changed(jokeId);
    }
  }

  return {
    setStatus: (jokeId, status) =>
      change(jokeId, (transaction, draft, joke) => {
        if (joke.status === status) return joke;
        const now = new Date(clock());
        const fields = {
          status,
          updated_at: now,
          approved_at: status === 'approved' ? now : joke.approved_at,
        };
        jokes.update(transaction, jokeId, fields);
        draft.setStatus(jokeId, status);
        return { ...joke, ...fields };
      }),

    edit: (jokeId, text) =>
      change(jokeId, (transaction, draft, joke) => {
        if (joke.joke_text === text) return joke;
        const fields = { joke_text: text, updated_at: new Date(clock()) };
        jokes.update(transaction, jokeId, fields);
        draft.setText(jokeId, text);
        return { ...joke, ...fields };
      }),

    remove: (jokeId) =>
      change(jokeId, (transaction, draft) => {
        jokes.remove(transaction, jokeId);
        draft.remove(jokeId);
      }),
  };
}
