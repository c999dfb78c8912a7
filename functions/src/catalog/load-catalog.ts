import type { Log } from '../platform/log.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogData, CatalogRoot, StoredSnapshot } from './catalog.data.ts';
import type { JokeData, PageStart } from './jokes.data.ts';

/**
 * So much earlier than the last refresh a change may say that it was made: `updated_at` is when a commit was
 * processed, and it may have waited for the locks of an idle transaction, at most 60 s, before it became visible.
 */
const OVERLAP_MS = 120_000;

/** The catalog as an instance has it. */
export interface LoadedCatalog {
  catalog: Catalog;
  root: CatalogRoot | undefined;
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
  data: CatalogData;
  jokes: JokeData;
  log: Log;
}

/** Reads the catalog from the database. */
export function createCatalogLoader({ data, jokes, log }: Dependencies) {
  /** Takes over all jokes. */
  async function readAll(loaded: LoadedCatalog): Promise<void> {
    let page = await jokes.readAll();
    loaded.since = page.readTime;
    loaded.fullAt = page.readTime;
    for (;;) {
      for (const joke of page.jokes) loaded.catalog.apply(joke);
      if (!page.next) return;
      page = await jokes.readAll(page.next);
    }
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

  /** Takes over a snapshot. @returns whether it could be read */
  async function readSnapshot(loaded: LoadedCatalog, stored: StoredSnapshot): Promise<boolean> {
    const found = await data.readSnapshot(stored);
    if (!found) {
      loaded.broken = stored.name;
      return false;
    }
    for (const joke of found) {
      if (loaded.catalog.apply(joke) && !joke.joke) jokes.reportMalformed(joke.joke_id);
    }
    loaded.since = stored.read_at.getTime();
    loaded.position = undefined;
    return true;
  }

  /** Takes over the snapshot that the root names. @returns whether there was one that could be read */
  async function readCurrentSnapshot(loaded: LoadedCatalog): Promise<boolean> {
    for (;;) {
      const stored = loaded.root?.snapshot;
      if (!stored) return false;
      if (stored.name === loaded.broken) break;
      if (await readSnapshot(loaded, stored)) {
        loaded.fullAt = stored.full_at.getTime();
        return true;
      }
      // It may have been replaced or taken away meanwhile.
      loaded.root = await data.readRoot();
    }
    const message = 'The catalog’s snapshot is missing or malformed; all jokes are read';
    log({ severity: 'ERROR', message });
    return false;
  }

  return {
    /**
     * Loads the whole catalog: from the snapshot and the jokes that have changed since it was written, or, if the
     * snapshot is missing or malformed, from all documents.
     * @param catalog an empty one
     * @param fromDocuments whether all documents are read in any case
     */
    async load(
      catalog: Catalog,
      root: CatalogRoot | undefined,
      fromDocuments: boolean,
    ): Promise<LoadedCatalog> {
      const started = performance.now();
      const loaded: LoadedCatalog = { catalog, root, since: 0, fullAt: 0 };
      if (fromDocuments || !(await readCurrentSnapshot(loaded))) await readAll(loaded);
      await readChanges(loaded);
      const milliseconds = Math.round(performance.now() - started);
      const message = `The catalog has ${catalog.size()} jokes`;
      log({ severity: 'INFO', message, milliseconds });
      return loaded;
    },

    /** Takes over what has changed since the last time. A snapshot that is newer than that is read first. */
    async refresh(loaded: LoadedCatalog, root: CatalogRoot | undefined): Promise<void> {
      const stored = root?.snapshot;
      // Not its `full_at`: the snapshot corrects nothing that the catalog has of the same version.
      if (stored && stored.read_at.getTime() > loaded.since) await readSnapshot(loaded, stored);
      await readChanges(loaded);
      loaded.root = root;
    },
  };
}
