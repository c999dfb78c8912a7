import type { Log } from '../platform/log.ts';
import type { Catalog } from './catalog.ts';
import type { CatalogData, CatalogRoot, StoredSnapshot } from './catalog.data.ts';
import type { JokeData, JokePage, PageStart } from './jokes.data.ts';

/**
 * So much earlier than the last refresh a change may say that it was made: `updated_at` is when a commit was
 * processed, and it may have waited for the locks of an idle transaction, at most 60 s, before it became visible.
 */
const OVERLAP_MS = 120_000;

/** Where an interrupted reading goes on, and the database's time when it began. */
interface Position {
  from: PageStart | undefined;
  since: number;
}

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
  /** where an interrupted reading of changes goes on */
  position?: Position | undefined;
}

interface Dependencies {
  data: CatalogData;
  jokes: JokeData;
  log: Log;
}

/** Reads the catalog from the database. */
export function createCatalogLoader({ data, jokes, log }: Dependencies) {
  /** Takes over pages of jokes until the last one. @returns the database's time at the first one */
  async function readPages(
    catalog: Catalog,
    read: (from: PageStart | undefined) => Promise<JokePage>,
    first?: Position,
    onPage: (reached: Position) => void = () => undefined,
  ): Promise<number> {
    for (let position = first; ;) {
      const page = await read(position?.from);
      for (const joke of page.jokes) catalog.apply(joke);
      position = { from: page.next, since: position?.since ?? page.readTime };
      onPage(position);
      if (!page.next) return position.since;
    }
  }

  /** Takes over what has changed. If it is interrupted, the next call goes on after the last joke. */
  async function readChanges(loaded: LoadedCatalog): Promise<void> {
    const { catalog, position } = loaded;
    const after = loaded.since - OVERLAP_MS;
    const readPage = (from: PageStart | undefined) => jokes.readChanges(after, from);
    loaded.since = await readPages(catalog, readPage, position, (page) => {
      const reached = page;
      loaded.position = reached;
    });
    loaded.position = undefined;
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
    const stored = loaded.root?.snapshot;
    if (!stored) return false;
    if (await readSnapshot(loaded, stored)) return true;
    // It may have been replaced or taken away meanwhile.
    loaded.root = await data.readRoot();
    const current = loaded.root?.snapshot;
    if (!current) return false;
    if (current.name !== stored.name && (await readSnapshot(loaded, current))) return true;
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
      const loaded: LoadedCatalog = { catalog, root, since: 0, fullAt: 0 };
      if (!fromDocuments && (await readCurrentSnapshot(loaded))) {
        loaded.fullAt = loaded.root?.snapshot?.full_at.getTime() ?? 0;
      } else {
        loaded.since = await readPages(catalog, (from) => jokes.readAll(from));
        loaded.fullAt = loaded.since;
      }
      await readChanges(loaded);
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
