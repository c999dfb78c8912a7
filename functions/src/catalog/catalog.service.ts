import { DAY_MS } from '../domain/index.ts';
import type { Transaction } from '../platform/database.ts';
import type { Transact } from '../platform/transact.ts';
import type { ReadDeadline } from '../platform/read-deadline.ts';
import { withDeadline } from '../platform/deadline.ts';
import { describeError } from '../platform/describe-error.ts';
import { attempt, type Log } from '../platform/log.ts';
import type { Catalog, VersionedJoke } from './catalog.ts';
import { newName, newRoot, type CatalogData } from './catalog.data.ts';
import type { JokeData } from './jokes.data.ts';
import { createCatalogLoader, type LoadedCatalog } from './load-catalog.ts';
import { MIB, mostJokes } from './memory.ts';
import { encodeSnapshot } from './snapshot.ts';

/** How old the catalog may be until a request makes it follow the database. */
const REFRESH_AFTER_MS = 25_000;
/** How long a visitor waits for that, and for a catalog that is too old. */
const WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 15_000;
/** From this age on, the catalog is too old. */
const OLD_MS = 120_000;
/** After a failure, how long visitors get the catalog as it is without another attempt. */
const RETRY_MS = 5_000;
/** How often something unknown makes the catalog follow the database at most. */
const UNKNOWN_MS = 5_000;
/** An attempt that fails at once is repeated so often while a visitor waits for a catalog that is too old. */
const ATTEMPTS = 3;

/** How long an instance may take to write a snapshot. */
const LEASE_MS = 120_000;
/** A snapshot is due when more than this share of the jokes, and this many, have changed since the last one. */
const CHANGED = { share: 0.01, fewest: 100 };
/** Then it is made from the documents, so that no error in memory lives longer. */
const FULL_AFTER_MS = 7 * DAY_MS;
/** Each is far apart from the next, so that no response of one catalog is used for another. */
const VERSIONS_PER_CATALOG = 1_000_000_000;

export interface CatalogDependencies {
  data: CatalogData;
  jokes: JokeData;
  transact: Transact;
  withReadDeadline: ReadDeadline;
  /** milliseconds since the epoch */
  clock: () => number;
  /** milliseconds since any moment; never set */
  monotonic: () => number;
  /** how many bytes this process may use */
  memory: number;
  /** called with the writing of a snapshot */
  beside: (work: Promise<unknown>) => void;
  log: Log;
}

export type CatalogService = ReturnType<typeof createCatalogService>;

/** Keeps all jokes in memory, and follows what this and other instances write. */
export function createCatalogService(dependencies: CatalogDependencies) {
  const { data, transact, withReadDeadline, monotonic, memory, beside, log } = dependencies;
  const loader = createCatalogLoader(dependencies);
  let loaded: LoadedCatalog | undefined;
  /** when the last refresh that succeeded began */
  let refreshedAt = -Infinity;
  let triedAt = -Infinity;
  let failure: { at: number; error: unknown } | undefined;
  /** how often the catalog was found out of date, and how many of these times a refresh has followed */
  let expirations = 0;
  let followed = 0;
  let running: Promise<LoadedCatalog> | undefined;
  let saving: Promise<boolean> | undefined;
  let catalogs = 0;
  /** what this instance writes while it reads the whole catalog */
  let written: VersionedJoke[] | undefined;
  let reportedOld = false;

  const age = () => monotonic() - refreshedAt;
  const isDue = () => !loaded || followed < expirations || age() > REFRESH_AFTER_MS;
  const isOld = () => loaded !== undefined && age() > OLD_MS;

  function reportTooMany(jokes: number): void {
    const message = `${jokes} jokes are too many for ${Math.round(memory / MIB)} MiB of memory: raise MEMORY_MIB, see docs/operating.md`;
    log({ severity: 'ERROR', message });
  }

  async function load(root: LoadedCatalog['root'], fromDocuments: boolean): Promise<LoadedCatalog> {
    const own: VersionedJoke[] = [];
    written = own;
    const started = performance.now();
    catalogs += 1;
    const version = catalogs * VERSIONS_PER_CATALOG;
    const most = mostJokes(memory);
    const expected = root?.snapshot?.jokes ?? 0;
    // Before the memory ends.
    if (expected > most) reportTooMany(expected);
    const found = await loader
      .load(version, root, fromDocuments)
      .finally(() => (written = undefined));
    for (const joke of own) found.catalog.apply(joke);
    const milliseconds = Math.round(performance.now() - started);
    const size = found.catalog.size();
    log({ severity: 'INFO', message: `The catalog has ${size} jokes`, milliseconds });
    if (expected <= most && size > most) reportTooMany(size);
    return found;
  }

  async function follow(fromDocuments: boolean): Promise<LoadedCatalog> {
    const began = monotonic();
    const expired = expirations;
    triedAt = began;
    try {
      const root = await withReadDeadline(data.readRoot());
      if (!loaded || fromDocuments || loaded.root?.epoch !== root?.epoch) {
        loaded = await load(root, fromDocuments);
      } else {
        await loader.refresh(loaded, root);
      }
    } catch (error) {
      failure = { at: monotonic(), error };
      throw error;
    }
    failure = undefined;
    refreshedAt = began;
    followed = expired;
    reportedOld = false;
    return loaded;
  }

  /** Follows the database once; simultaneous calls share it. */
  function refresh(fromDocuments = false): Promise<LoadedCatalog> {
    running ??= follow(fromDocuments).finally(() => (running = undefined));
    return running;
  }

  /** Follows the database as it is now, so not with a refresh that has begun before. */
  async function refreshAnew(): Promise<LoadedCatalog> {
    await running?.catch(() => undefined);
    return refresh();
  }

  /** Reads all jokes again. */
  async function reload(): Promise<LoadedCatalog> {
    const ongoing = running;
    if (!ongoing) return refresh(true);
    await ongoing.catch(() => undefined);
    return reload();
  }

  /** Waits for a refresh, which goes on if it takes longer. @returns whether it has succeeded */
  function waitAtMost(milliseconds: number): Promise<boolean> {
    const late = () => new Error('The catalog is not up to date yet.');
    return withDeadline(refresh(), milliseconds, late).then(
      () => true,
      () => false,
    );
  }

  /** Brings an old catalog up to date, as far as a visitor waits for that. */
  async function catchUp(): Promise<void> {
    if (failure && monotonic() - failure.at < RETRY_MS) return;
    const wasOld = isOld();
    const ends = monotonic() + (wasOld ? LONGEST_WAIT_MS : WAIT_MS);
    for (let left = ATTEMPTS; left > 0 && monotonic() < ends; left -= 1) {
      const succeeded = await waitAtMost(ends - monotonic());
      // One refresh may not be enough: it may have begun before a write of this instance failed, or before a pause.
      if (!isDue() || !(succeeded || wasOld)) break;
    }
    if (!isOld() || reportedOld) return;
    const message = `The catalog is ${Math.round(age() / 1_000)} s old`;
    log({ severity: 'ERROR', message, stack_trace: describeError(failure?.error) });
    reportedOld = true;
  }

  function isSnapshotDue({ catalog, root, fullAt, since, broken }: LoadedCatalog): boolean {
    const last = root?.snapshot;
    // An erasure leaves none, so that the next one deletes its parts.
    if (!last) return catalog.size() > 0;
    if (last.name === broken || since - fullAt > FULL_AFTER_MS) return true;
    const readAt = last.read_at.getTime() * 1_000;
    const most = Math.max(CHANGED.fewest, CHANGED.share * catalog.size());
    let changed = 0;
    for (const { version } of catalog.entries()) if (version > readAt) changed += 1;
    return changed > most;
  }

  /** Writes a snapshot of the catalog, unless another instance does. @returns whether it has */
  async function writeSnapshot(fromDocuments: boolean): Promise<boolean> {
    const name = newName();
    const next = (loaded?.catalog.highestId() ?? 0) + 1;
    const before = await transact(
      async (transaction) => {
        const { root = newRoot(next), now } = await data.readRootAndTime(transaction);
        const { writer } = root;
        if (writer && writer.name !== name && writer.until.getTime() > now) return undefined;
        data.writeRoot(transaction, { ...root, writer: { name, until: new Date(now + LEASE_MS) } });
        return root;
      },
      { repeatable: true },
    );
    if (!before) return false;
    // Whatever was erased before is not in it. What is erased from now on takes the lease away.
    const { catalog, since, fullAt } = await (fromDocuments ? reload() : refreshAnew());
    const parts = await encodeSnapshot([...catalog.entries()]);
    for (const [number, bytes] of parts.entries()) {
      await withReadDeadline(data.writePart(name, number, bytes));
    }
    const isCurrent = await transact(
      async (transaction) => {
        const root = await data.readRoot(transaction);
        const hasLease = root?.writer?.name === name && root.epoch === before.epoch;
        if (!hasLease) return false;
        const times = { read_at: new Date(since), full_at: new Date(fullAt) };
        const snapshot = { name, parts: parts.length, jokes: catalog.size(), ...times };
        data.writeRoot(transaction, { snapshot, writer: null });
        return true;
      },
      { repeatable: true },
    );
    await data.removeOtherParts();
    return isCurrent;
  }

  /** Writes a snapshot, one at a time; a failure is logged. @returns whether it was written */
  function save(fromDocuments = false): Promise<boolean> {
    saving ??= attempt(log, 'Writing the catalog’s snapshot', writeSnapshot(fromDocuments))
      .then((written) => written === true)
      .finally(() => (saving = undefined));
    return saving;
  }

  /** Saves the catalog beside requests if that is due. */
  function saveIfDue(found: LoadedCatalog): void {
    if (saving || !isSnapshotDue(found)) return;
    const { root, since, fullAt } = found;
    beside(save(root?.snapshot !== null && since - fullAt > FULL_AFTER_MS));
  }

  /** Takes over what this instance has written; undefined if only the database knows what it was. */
  function apply(own: VersionedJoke | undefined): void {
    if (own) {
      loaded?.catalog.apply(own);
      written?.push(own);
    } else expirations += 1;
  }

  /** For the health check: in seconds, how old the catalog and its snapshot are. */
  function status() {
    if (!loaded) return undefined;
    const { catalog, root, since } = loaded;
    const readAt = root?.snapshot?.read_at.getTime();
    const snapshotAge = readAt === undefined ? null : Math.max(0, (since - readAt) / 1_000);
    return {
      jokes: catalog.size(),
      age_seconds: Math.round(age() / 1_000),
      snapshot_age_seconds: snapshotAge && Math.round(snapshotAge),
    };
  }

  return {
    /**
     * The catalog as visitors see it. While the database fails, as it was.
     * @throws ApiError unavailable if it was never read
     */
    async current(): Promise<Catalog> {
      if (!isDue() && loaded) return loaded.catalog;
      const first = loaded ?? (await refresh());
      if (isDue()) await catchUp();
      const found = loaded ?? first;
      if (!isDue()) saveIfDue(found);
      return found.catalog;
    },

    /** Resolves when the catalog was read once. @throws what reading throws */
    async ready(): Promise<void> {
      if (!loaded) await refresh();
    },

    /** The catalog as it is now: two billed reads and one for each recent change. @throws what reading throws */
    async fresh(): Promise<Catalog> {
      const found = await refreshAnew();
      saveIfDue(found);
      return found.catalog;
    },

    /** The catalog after something was asked for that it does not know; follows the database every five seconds at most. */
    async afterUnknown(): Promise<Catalog> {
      if (monotonic() - triedAt >= UNKNOWN_MS) await waitAtMost(WAIT_MS);
      return loaded?.catalog ?? (await refresh()).catalog;
    },

    apply,

    /** Whether the next request makes the catalog follow the database, so that no finished response is used. */
    isDue,

    /** Whether responses are older than visitors may see, so that the CDN keeps them only for a short time. */
    isOld,

    /** A number that grows whenever a response to a visitor may differ. */
    contentVersion: () => loaded?.catalog.contentVersion() ?? 0,

    status,

    /** In the transaction of an erasure: takes the snapshot away, and the lease of who is writing another one. */
    async dropSnapshot(transaction: Transaction): Promise<void> {
      const root = await data.readRoot(transaction);
      if (root) data.writeRoot(transaction, { snapshot: null, writer: null });
    },

    /** After it: deletes what was written, and writes a new one. */
    async renewSnapshot(): Promise<void> {
      await attempt(log, 'Deleting the catalog’s snapshot', data.removeOtherParts());
      await saving;
      await save();
    },

    /** Writes a snapshot now. @param fromDocuments whether all jokes are read for it */
    save,

    /** Makes all instances read all jokes again: without the last snapshot, and without one that is being written. */
    restart: () =>
      transact(
        async (transaction) => {
          const root = (await data.readRoot(transaction)) ?? newRoot();
          const renewed = { epoch: newName(), snapshot: null, writer: null };
          data.writeRoot(transaction, { ...root, ...renewed });
        },
        { repeatable: true },
      ),
  };
}
