import type { RefuseDuringRestore } from '../database/restore-guard.ts';
import type { JokeStatus } from '../contract/index.ts';
import type { Transaction } from '../database/database.ts';
import { writeTimeout, type Transact } from '../database/transact.ts';
import { createExpiringValue } from '../cache/expiring-value.ts';
import { withReadDeadline } from '../database/read-deadline.ts';
import { createQueue } from '../concurrency/queue.ts';
import { createCatalogIndex, type CatalogIndex } from './catalog-index.ts';
import { withChangedTexts, withStatuses, type CatalogRoot } from './catalog-root.ts';
import type { CatalogData } from './catalog.data.ts';

/** How long visitors may see a stale list of jokes. */
const LIFETIME_MS = 30_000;

/** What the catalog stores about a joke. */
export interface CatalogEntry {
  joke_id: number;
  status: JokeStatus;
  joke_text: string;
}

/** The catalog inside one transaction, with the changes to be written. */
export interface CatalogDraft {
  root: CatalogRoot;
  /** The id for the next joke. */
  nextJokeId: number;
  add(jokeId: number, status: JokeStatus, text: string): void;
  /** Adds or changes jokes; one write per shelf. */
  putAll(jokes: readonly CatalogEntry[]): void;
  setStatus(jokeId: number, status: JokeStatus): void;
  setText(jokeId: number, text: string): void;
  remove(jokeId: number): void;
}

export interface CatalogService {
  /** The index as visitors see it, at most 30 s old. */
  current(): Promise<CatalogIndex>;
  /** The current index; one billed read. */
  fresh(): Promise<CatalogIndex>;
  /**
   * Changes jokes and the catalog in one transaction. `work` may run several times; its draft is
   * written with the root in the same commit. An instance makes one change at a time.
   */
  change<Result>(
    work: (transaction: Transaction, draft: CatalogDraft) => Promise<Result>,
  ): Promise<Result>;
}

function createDraft(data: CatalogData, transaction: Transaction, root: CatalogRoot): CatalogDraft {
  return {
    root,
    nextJokeId: root.next_joke_id,
    add(jokeId, status, text) {
      this.putAll([{ joke_id: jokeId, status, joke_text: text }]);
    },
    putAll(jokes) {
      data.putTexts(transaction, new Map(jokes.map((joke) => [joke.joke_id, joke.joke_text])));
      const root = withStatuses(
        this.root,
        jokes.map((joke) => [joke.joke_id, joke.status]),
      );
      this.root = withChangedTexts(
        root,
        jokes.map((joke) => joke.joke_id),
      );
    },
    setStatus(jokeId, status) {
      this.root = withStatuses(this.root, [[jokeId, status]]);
    },
    setText(jokeId, text) {
      data.putTexts(transaction, new Map([[jokeId, text]]));
      this.root = withChangedTexts(this.root, [jokeId]);
    },
    remove(jokeId) {
      data.removeText(transaction, jokeId);
      this.root = withChangedTexts(withStatuses(this.root, [[jokeId, undefined]]), [jokeId]);
    },
  };
}

/**
 * @param clock milliseconds since the epoch
 * @param refuseDuringRestore called if there is no root: without it, a site that is being restored would
 *   look like a new one
 */
export function createCatalogService(
  data: CatalogData,
  transact: Transact,
  clock: () => number,
  refuseDuringRestore: RefuseDuringRestore,
): CatalogService {
  const load = async () => createCatalogIndex(await withReadDeadline(data.readRoot()));
  const cached = createExpiringValue(
    load,
    LIFETIME_MS,
    clock,
    (loaded, old) => loaded.root.revision >= old.root.revision,
  );
  const oneAtATime = createQueue(writeTimeout(clock));

  return {
    current: () => cached.get(),
    fresh: () => cached.reload(),
    async change(work) {
      const { result, root, started } = await oneAtATime(() =>
        transact(async (transaction) => {
          const started = clock();
          const before = await data.readRoot(transaction);
          if (before.revision === 0) await refuseDuringRestore(transaction);
          const draft = createDraft(data, transaction, before);
          const result = await work(transaction, draft);
          if (draft.root === before) return { result, root: before, started };
          const root = { ...draft.root, revision: before.revision + 1 };
          data.writeRoot(transaction, root);
          return { result, root, started };
        }),
      );
      cached.set(createCatalogIndex(root), started);
      return result;
    },
  };
}
