import type { EndpointOutput } from '../contract/index.ts';
import { withDeadline } from '../platform/deadline.ts';
import { describeError } from '../platform/log.ts';
import type { Tools } from '../platform/tools.ts';
import { createCatalogData } from './catalog.data.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import type { VersionedJoke } from './joke-document.ts';
import { createJokeData } from './jokes.data.ts';
import { createCatalogLoader, type LoadedCatalog } from './load-catalog.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

/** How old the catalog may be until a request makes it follow the database. */
const REFRESH_AFTER_MS = 25_000;
/** How long a visitor waits for that. */
const WAIT_MS = 5_000;
/** From this age on, the catalog is too old, and a visitor waits for another refresh if one fails or is late. */
const OLD_MS = 120_000;
const ATTEMPTS = 3;
/** How long after a refresh that failed, or did not find something, visitors get the catalog as it is. */
const RETRY_MS = 5_000;

export type CatalogService = CatalogTools['catalog'];

/** The tools, with the catalog and the data that it is read from. */
export interface CatalogTools extends Tools, ReturnType<typeof openCatalog> {}

/**
 * The catalog of a database: all jokes in memory, which follow what this and other instances write; and the data that
 * it is read from. It has each joke that is written through `jokeData`.
 */
export function openCatalog(tools: Tools) {
  const { monotonic, log } = tools;
  const catalogData = createCatalogData(tools);
  const jokeData = createJokeData(tools, apply);
  const loader = createCatalogLoader({ data: catalogData, jokes: jokeData, log });
  const snapshots = createSnapshotWriter({ ...tools, data: catalogData, readCatalog: refreshNow });

  let loaded: LoadedCatalog | undefined;
  /** the whole catalog while it is being read */
  let loading: Catalog | undefined;
  /** when the last refresh that succeeded began */
  let refreshedAt = -Infinity;
  /** when the last refresh ended, and its error if it failed */
  let triedAt = -Infinity;
  let failure: unknown;
  /** how often the catalog was found out of date, and how many of these times a refresh has followed */
  let expirations = 0;
  let followed = 0;
  let running: Promise<LoadedCatalog> | undefined;
  let reportedOld = false;

  const age = () => monotonic() - refreshedAt;
  const isDue = () => !loaded || followed < expirations || age() > REFRESH_AFTER_MS;
  const isOld = () => loaded !== undefined && age() > OLD_MS;

  /** Takes over what this instance has written; undefined if only the database knows what it was. */
  function apply(own: VersionedJoke | undefined): void {
    if (own) {
      loaded?.catalog.apply(own);
      loading?.apply(own);
    } else expirations += 1;
  }

  async function follow(fromDocuments: boolean): Promise<LoadedCatalog> {
    const began = monotonic();
    const expired = expirations;
    try {
      const root = await catalogData.readRoot();
      if (!loaded || fromDocuments || loaded.root?.epoch !== root?.epoch) {
        loading = createCatalog(tools);
        loaded = await loader.load(loading, root, fromDocuments);
      } else {
        await loader.refresh(loaded, root);
      }
      failure = undefined;
    } catch (error) {
      failure = error;
      throw error;
    } finally {
      loading = undefined;
      triedAt = monotonic();
    }
    refreshedAt = began;
    followed = expired;
    reportedOld = false;
    snapshots.saveIfDue(loaded);
    return loaded;
  }

  /** Follows the database once; simultaneous calls share it. */
  function refresh(fromDocuments = false): Promise<LoadedCatalog> {
    running ??= follow(fromDocuments).finally(() => (running = undefined));
    return running;
  }

  /**
   * Follows the database as it is now, so not with a refresh that has begun before.
   * @param fromDocuments whether all jokes are read again
   */
  async function refreshNow(fromDocuments = false): Promise<LoadedCatalog> {
    const ongoing = running;
    await ongoing?.catch(() => undefined);
    // What has begun meanwhile is as good, unless it does not read all jokes.
    return ongoing && fromDocuments ? refreshNow(true) : refresh(fromDocuments);
  }

  /** Waits for a refresh, which goes on if it takes longer than five seconds. @returns whether it has succeeded */
  function waitForRefresh(): Promise<boolean> {
    const late = () => new Error('The catalog is not up to date yet.');
    return withDeadline(refresh(), WAIT_MS, late).then(
      () => true,
      () => false,
    );
  }

  /** Brings the catalog up to date, as far as a visitor waits for that. */
  async function catchUp(): Promise<void> {
    if (failure !== undefined && monotonic() - triedAt < RETRY_MS) return;
    const wasOld = isOld();
    // One refresh may not be enough: it may have begun before a write of this instance failed, or before a pause.
    for (let left = ATTEMPTS; left > 0 && isDue(); left -= 1) {
      const succeeded = await waitForRefresh();
      if (!succeeded && !wasOld) break;
    }
    if (!isOld() || reportedOld) return;
    const message = `The catalog is ${Math.round(age() / 1_000)} s old`;
    log({ severity: 'ERROR', message, stack_trace: describeError(failure) });
    reportedOld = true;
  }

  const catalog = {
    /**
     * The catalog as visitors see it. While the database fails, as it was.
     * @throws ApiError unavailable if it was never read
     */
    async current(): Promise<Catalog> {
      const first = loaded ?? (await refresh());
      if (isDue()) await catchUp();
      return (loaded ?? first).catalog;
    },

    /** Resolves when the catalog was read once. @throws what reading throws */
    async ready(): Promise<void> {
      if (!loaded) await refresh();
    },

    /** The catalog as it is now: two billed reads and one for each recent change. @throws what reading throws */
    async fresh(): Promise<Catalog> {
      return (await refreshNow()).catalog;
    },

    /** The catalog after something was asked for that it does not know; follows the database every five seconds at most. */
    async afterUnknown(): Promise<Catalog> {
      if (monotonic() - triedAt >= RETRY_MS) await waitForRefresh();
      return (loaded ?? (await refresh())).catalog;
    },

    /** Whether the next request makes the catalog follow the database, so that no finished response is used. */
    isDue,

    /** Whether responses are older than visitors may see, so that the CDN caches them only for a short time. */
    isOld,

    /** A number that grows whenever a response to a visitor may differ. */
    contentVersion: () => loaded?.catalog.contentVersion() ?? 0,

    /** How many jokes there are, and how old the catalog and its snapshot are. @throws what reading the root throws */
    async health(): Promise<EndpointOutput<'getHealth'>> {
      await catalogData.readRoot();
      const reachable = { status: 'ok', firestore: 'reachable' } as const;
      if (!loaded) return reachable;
      const readAt = loaded.root?.snapshot?.read_at.getTime();
      const catalog = {
        jokes: loaded.catalog.size(),
        age_seconds: Math.round(age() / 1_000),
        snapshot_age_seconds:
          readAt === undefined ? null : Math.round(Math.max(0, loaded.since - readAt) / 1_000),
      };
      return { ...reachable, catalog };
    },

    ...snapshots,
  };
  return { catalogData, jokeData, catalog };
}
