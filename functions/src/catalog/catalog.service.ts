import type { JokeStatus } from '../contract/index.ts';
import type { Transaction } from '../platform/database/database.ts';
import { writeTimeout, type Transact } from '../platform/database/transact.ts';
import { createCachedValue } from '../platform/cache/cache.ts';
import type { ReadDeadline } from '../platform/database/read-deadline.ts';
import { createQueue } from '../platform/concurrency/queue.ts';
import { createCatalogIndex, type CatalogIndex } from './catalog-index.ts';
import { withChangedTexts, withStatuses, type CatalogRoot } from './catalog-root.ts';
import type { CatalogData, DatedText } from './catalog.data.ts';
import { NO_TAGS, withNextVersion, withTags, type TaggedJoke, type TagIndex } from './tag-index.ts';

/** How long visitors may see a stale list of jokes; with a slow read, five seconds more. */
export const CATALOG_LIFETIME_MS = 25_000;

/** What the catalog stores about a joke. */
export interface CatalogEntry {
  joke_id: number;
  status: JokeStatus;
  joke_text: string;
  created_at: Date;
  /** the time of the last change of the text, if there was one */
  edited_at?: Date | null | undefined;
}

/** What a shelf stores about a joke. */
export function datedText({ joke_text, created_at, edited_at }: Omit<CatalogEntry, 'status'>) {
  return { text: joke_text, written: edited_at ?? created_at } satisfies DatedText;
}

/** Called with the previous root, undefined at first, when this instance gets another one. */
export type CatalogListener = (before: CatalogRoot | undefined, after: CatalogRoot) => void;

export type CatalogDraft = ReturnType<typeof createDraft>;

/**
 * The catalog inside one transaction. `root` is written if something has changed it.
 * @param known the tags as this instance has last read or written them
 */
function createDraft(
  data: CatalogData,
  transaction: Transaction,
  root: CatalogRoot,
  known: TagIndex | undefined,
) {
  let stored: TagIndex | undefined;
  let tags: TagIndex | undefined;
  const draft = {
    root,
    /** The id for the next joke. */
    nextJokeId: root.next_joke_id,
    /** Adds or changes jokes; one write per shelf. */
    put(jokes: readonly CatalogEntry[]): void {
      data.putTexts(transaction, new Map(jokes.map((joke) => [joke.joke_id, datedText(joke)])));
      draft.root = withStatuses(
        draft.root,
        jokes.map((joke) => [joke.joke_id, joke.status]),
      );
      draft.touch(...jokes.map((joke) => joke.joke_id));
    },
    setStatus(jokeId: number, status: JokeStatus): void {
      draft.root = withStatuses(draft.root, [[jokeId, status]]);
    },
    setText(joke: Omit<CatalogEntry, 'status'>): void {
      data.putTexts(transaction, new Map([[joke.joke_id, datedText(joke)]]));
      draft.touch(joke.joke_id);
    },
    /** Makes other instances reload these jokes. Changes of a status or text do so anyway. */
    touch(...jokeIds: number[]): void {
      draft.root = withChangedTexts(draft.root, jokeIds);
    },
    /**
     * Gets which jokes have which tags, before the first write, so that they can be changed; one billed
     * read, or none if this instance knows the version that the root names.
     */
    async openTags(): Promise<void> {
      const isCurrent = known?.version === root.tags_version;
      stored = isCurrent ? known : ((await data.tags.read(transaction)) ?? NO_TAGS);
      tags = stored;
    },
    /** Sets what these jokes have; they may have it already. */
    setTags(jokes: readonly TaggedJoke[]): void {
      if (!tags) throw new Error('Call openTags first.');
      tags = withTags(tags, jokes);
    },
    /**
     * Writes changed tags. If the stored ones are out of date, they stay so until they are rebuilt.
     * @returns the tags as they are with the commit; undefined if they were not opened
     */
    writeTags(now: number): TagIndex | undefined {
      if (!tags || tags === stored) return tags;
      const next = withNextVersion(tags, draft.root.tags_version, now);
      data.tags.write(transaction, next.tags);
      draft.root = { ...draft.root, tags_version: next.tags_version };
      return next.tags;
    },
    remove(jokeId: number): void {
      data.removeText(transaction, jokeId);
      draft.root = withStatuses(draft.root, [[jokeId, undefined]]);
      draft.touch(jokeId);
    },
  };
  return draft;
}

export type CatalogService = ReturnType<typeof createCatalogService>;

interface Dependencies {
  data: CatalogData;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  withReadDeadline: ReadDeadline;
}

/** Which jokes there are, with their statuses and texts. */
export function createCatalogService(dependencies: Dependencies) {
  const { data, transact, clock, withReadDeadline } = dependencies;
  const listeners: CatalogListener[] = [];
  let latest: { index: CatalogIndex; read: number } | undefined;
  let latestTags: TagIndex | undefined;
  let reads = 0;

  /** @param read the number of the read that the root comes from; of two roots, the later read counts */
  function adopt(root: CatalogRoot, read: number): CatalogIndex {
    if (latest && (latest.read > read || latest.index.root.revision === root.revision)) {
      return latest.index;
    }
    const before = latest?.index.root;
    const index = createCatalogIndex(root);
    latest = { index, read };
    for (const listener of listeners) listener(before, root);
    return index;
  }

  async function load(): Promise<CatalogIndex> {
    reads += 1;
    const read = reads;
    return adopt(await withReadDeadline(data.readRoot()), read);
  }

  const cached = createCachedValue(load, { lifetimeMs: CATALOG_LIFETIME_MS, clock });
  const oneAtATime = createQueue(writeTimeout(clock));

  return {
    /** The index as visitors see it, at most 30 s old. */
    current: () => cached.get(),

    /** Calls the listener whenever the catalog has changed, here or elsewhere. */
    onChange(listener: CatalogListener): void {
      listeners.push(listener);
    },

    /** The current index; one billed read. */
    async fresh(): Promise<CatalogIndex> {
      const index = await load();
      cached.set(index);
      return index;
    },

    /**
     * Changes jokes and the catalog in one transaction. `work` may run several times; its draft is
     * written with the root in the same commit. An instance makes one change at a time.
     */
    async change<Result>(
      work: (transaction: Transaction, draft: CatalogDraft) => Promise<Result>,
    ): Promise<Result> {
      try {
        const { result, changed, tags } = await oneAtATime(() =>
          transact(async (transaction) => {
            const before = await data.readRoot(transaction);
            const draft = createDraft(data, transaction, before, latestTags);
            const result = await work(transaction, draft);
            const tags = draft.writeTags(clock());
            if (draft.root === before) return { result, tags };
            const changed = { ...draft.root, revision: before.revision + 1 };
            data.writeRoot(transaction, changed);
            return { result, changed, tags };
          }),
        );
        latestTags = tags ?? latestTags;
        if (changed) {
          reads += 1;
          cached.set(adopt(changed, reads));
        }
        return result;
      } catch (error) {
        // The commit may have happened anyway.
        cached.expire();
        throw error;
      }
    },
  };
}
