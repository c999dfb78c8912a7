import { attempt, type Log } from '../platform/log.ts';
import { inSlices } from '../platform/slices.ts';
import type { Catalog } from './catalog.ts';
import type { RootData, Root, StoredSnapshot } from './root.data.ts';
import type { JokeData, PageStart } from './jokes.data.ts';

/**
 * How far before the last refresh a change's `updated_at` may lie: it is when a commit was processed, which may have
 * waited for the locks of an idle transaction, at most 60 s, before it became visible.
 */
const OVERLAP_MS = 120_000;

/** The catalog as an instance has it. */
export interface LoadedCatalog {
  catalog: Catalog;
  root: Root | undefined;
  /** the database's time, in milliseconds since the epoch: what was visible before is in the catalog */
  since: number;
  /** when all jokes were last read for it */
  fullAt: number;
  /** the name of a snapshot that could not be read, so that it is replaced */
  broken?: string;
  /** where an interrupted reading of changes goes on, and the database's time when it began */
  position?: { from: PageStart | undefined; since: number } | undefined;
}

interface Dependencies {
  data: RootData;
  jokes: JokeData;
  log: Log;
}

/** Reads the catalog from the database. */
export function createCatalogLoader({ data, jokes, log }: Dependencies) {
  /** Takes over all jokes, also those whose versions it has, and forgets those that are gone. */
  async function readAll(loaded: LoadedCatalog): Promise<void> {
    const gone = new Set(Array.from(loaded.catalog.entries(), ({ joke_id }) => joke_id));
    let readTime: number | undefined;
    for (let from: PageStart | undefined; ;) {
      const page = await jokes.readAll(from);
      readTime ??= page.readTime;
      for (const joke of page.jokes) {
        loaded.catalog.apply(joke, true);
        gone.delete(joke.joke_id);
      }
      from = page.next;
      if (!from) break;
    }
    loaded.catalog.forget(gone);
    loaded.fullAt = readTime;
    // A refresh meanwhile has read what is later.
    loaded.since = Math.max(loaded.since, readTime);
  }

  /** Takes over what has changed. If it is interrupted, the next call goes on after the last joke. */
  async function readChanges(loaded: LoadedCatalog): Promise<void> {
    const after = loaded.since - OVERLAP_MS;
    for (let position = loaded.position; ;) {
      const page = await jokes.readChanges(after, position?.from);
      for (const joke of page.jokes) loaded.catalog.apply(joke);
      position = { from: page.next, since: position?.since ?? page.readTime };
      const reached = page.next && position;
      loaded.position = reached;
      if (!page.next) {
        loaded.since = position.since;
        return;
      }
    }
  }

  /** Takes over the snapshot that the root names. @returns whether there was one that could be read */
  async function readSnapshot(loaded: LoadedCatalog): Promise<boolean> {
    for (;;) {
      const stored = loaded.root?.snapshot;
      if (!stored) return false;
      if (stored.name === loaded.broken) break;
      const found = await data.readSnapshot(stored);
      if (found) {
        for (const joke of found) {
          if (loaded.catalog.apply(joke) && !joke.joke) jokes.reportMalformed(joke.joke_id);
        }
        loaded.since = stored.read_at.getTime();
        loaded.fullAt = stored.full_at.getTime();
        return true;
      }
      loaded.broken = stored.name;
      // It may have been replaced or removed meanwhile.
      loaded.root = await data.readRoot();
    }
    const message = 'The catalog’s snapshot is missing or malformed; all jokes are read';
    log({ severity: 'ERROR', message });
    return false;
  }

  /** Takes over a snapshot that was made from the documents, also the jokes whose versions the catalog has. */
  async function correctFrom(stored: StoredSnapshot, loaded: LoadedCatalog): Promise<void> {
    const found = (await data.readSnapshot(stored)) ?? [];
    for await (const slice of inSlices(found)) {
      for (const joke of slice) loaded.catalog.apply(joke, true);
    }
  }

  return {
    readAll,

    /**
     * Loads the whole catalog: from the snapshot and the jokes that have changed since it was written, or, if the
     * snapshot is missing or malformed, from all documents.
     * @param catalog an empty one
     */
    async load(catalog: Catalog, root: Root | undefined): Promise<LoadedCatalog> {
      const started = performance.now();
      const loaded: LoadedCatalog = { catalog, root, since: 0, fullAt: 0 };
      if (!(await readSnapshot(loaded))) await readAll(loaded);
      await readChanges(loaded);
      const milliseconds = Math.round(performance.now() - started);
      const message = `The catalog has ${catalog.size()} jokes`;
      log({ severity: 'INFO', message, milliseconds });
      return loaded;
    },

    /** Takes over what has changed since the last time. */
    async refresh(loaded: LoadedCatalog, root: Root | undefined): Promise<void> {
      await readChanges(loaded);
      loaded.root = root;
    },

    /**
     * Corrects the catalog from a snapshot that another instance has made from the documents.
     * @returns resolves when that is done, and never rejects; undefined if there is no such snapshot
     */
    correct(loaded: LoadedCatalog): Promise<unknown> | undefined {
      const stored = loaded.root?.snapshot;
      if (!stored || stored.full_at.getTime() <= loaded.fullAt) return undefined;
      loaded.fullAt = stored.full_at.getTime();
      return attempt(log, 'Correcting the catalog', correctFrom(stored, loaded));
    },
  };
}
