import type { ReadDeadline } from '../platform/read-deadline.ts';
import type { Log } from '../platform/log.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import type { CatalogData, CatalogRoot, StoredSnapshot } from './catalog.data.ts';
import type { JokeData, JokePage, PageStart } from './jokes.data.ts';
import { decodeSnapshot } from './snapshot.ts';

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
  broken: string | undefined;
  /** where an interrupted reading of changes goes on */
  position: { from: PageStart; since: number } | undefined;
}

interface Dependencies {
  data: CatalogData;
  jokes: Pick<JokeData, 'readAll' | 'readChanges' | 'reportMalformed'>;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment */
  monotonic: () => number;
  log: Log;
}

/** Reads the catalog from the database. */
export function createCatalogLoader(dependencies: Dependencies) {
  const { data, jokes, withReadDeadline, clock, monotonic, log } = dependencies;

  /** Reads pages until the last one. @param use is called with each of them at once */
  async function readPages(
    read: (from: PageStart | undefined) => Promise<JokePage>,
    first: PageStart | undefined,
    use: (page: JokePage) => void,
  ): Promise<void> {
    for (let from = first; ;) {
      const page = await withReadDeadline(read(from));
      use(page);
      from = page.next;
      if (!from) return;
    }
  }

  /** Takes over a snapshot. @returns whether it could be read */
  async function readSnapshot(catalog: Catalog, stored: StoredSnapshot): Promise<boolean> {
    const parts = await withReadDeadline(data.readParts(stored));
    const found = parts && (await decodeSnapshot(parts));
    for (const joke of found ?? []) {
      if (catalog.apply(joke) && !joke.joke) jokes.reportMalformed(joke.joke_id);
    }
    return found !== undefined;
  }

  /** Takes over what has changed. If it is interrupted, the next call goes on after the last joke. */
  async function readChanges(loaded: LoadedCatalog): Promise<void> {
    const after = loaded.since - OVERLAP_MS;
    let since = loaded.position?.since;
    await readPages(
      (from) => jokes.readChanges(after, from),
      loaded.position?.from,
      (page) => {
        since ??= page.readTime;
        for (const joke of page.jokes) loaded.catalog.apply(joke);
        const reached = page.next && { from: page.next, since };
        loaded.position = reached;
      },
    );
    loaded.since = since ?? loaded.since;
  }

  /** All jokes, from the documents. */
  async function readDocuments(catalog: Catalog): Promise<number> {
    let since: number | undefined;
    await readPages(jokes.readAll, undefined, (page) => {
      since ??= page.readTime;
      for (const joke of page.jokes) catalog.apply(joke);
    });
    return since ?? clock();
  }

  return {
    /**
     * Loads the whole catalog: from the snapshot and the jokes that have changed since it was written, or, if the
     * snapshot is missing or malformed, from all documents.
     * @param firstVersion see `createCatalog`
     * @param fromDocuments whether all documents are read in any case
     */
    async load(
      firstVersion: number,
      known: CatalogRoot | undefined,
      fromDocuments: boolean,
    ): Promise<LoadedCatalog> {
      const catalog = createCatalog({ clock, monotonic, firstVersion });
      let root = known;
      let stored = fromDocuments ? null : (root?.snapshot ?? null);
      let broken: string | undefined;
      if (stored && !(await readSnapshot(catalog, stored))) {
        const { name } = stored;
        // It may have been replaced or taken away meanwhile.
        root = await withReadDeadline(data.readRoot());
        stored = root?.snapshot ?? null;
        if (stored && (stored.name === name || !(await readSnapshot(catalog, stored)))) {
          broken = stored.name;
          stored = null;
          const message = 'The catalog’s snapshot is missing or malformed; all jokes are read';
          log({ severity: 'ERROR', message });
        }
      }
      const since = stored ? stored.read_at.getTime() : await readDocuments(catalog);
      const fullAt = stored ? stored.full_at.getTime() : since;
      const loaded = { catalog, root, since, fullAt, broken, position: undefined };
      await readChanges(loaded);
      return loaded;
    },

    /** Takes over what has changed since the last time. A snapshot that is newer than that is read first. */
    async refresh(loaded: LoadedCatalog, root: CatalogRoot | undefined): Promise<void> {
      const stored = root?.snapshot;
      if (stored && stored.read_at.getTime() > loaded.since) {
        if (await readSnapshot(loaded.catalog, stored)) {
          // Not `fullAt`: the snapshot corrects nothing that the catalog has of the same version.
          loaded.since = stored.read_at.getTime();
          loaded.position = undefined;
        } else {
          loaded.broken = stored.name;
        }
      }
      await readChanges(loaded);
      loaded.root = root;
    },
  };
}
