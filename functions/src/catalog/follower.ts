import type { EndpointOutput } from '../contract/index.ts';
import { stopwatch, withDeadline } from '../platform/deadline.ts';
import { attempt, describeError } from '../platform/log.ts';
import { onceInFiveSeconds, singleFlight } from '../platform/once.ts';
import type { Tools } from '../platform/tools.ts';
import type { Written } from '../platform/transact.ts';
import type { RootData } from './root.data.ts';
import { createCatalog, type Catalog } from './catalog.ts';
import { anyJoke } from './joke.ts';
import type { JokeData } from './jokes.data.ts';
import { createCatalogLoader, type LoadedCatalog } from './load-catalog.ts';
import { createSnapshotWriter } from './snapshot-writer.ts';

/** Which catalog a reader needs. Times are in milliseconds. */
interface Reader {
  /** how long ago the refresh that it comes from may have begun; 0: it begins now */
  newerThan: number;
  /**
   * How long the reader waits for it. Afterwards, or if the database fails, it gets the catalog as it is. Without an
   * end, it fails with the refresh.
   */
  timeout: number;
}

/** How old the catalog may be until a visitor makes it follow the database. */
const REFRESH_AFTER_MS = 25_000;

/** Who reads the catalog. */
export const READ = {
  visitor: { newerThan: REFRESH_AFTER_MS, timeout: 5_000 },
  administrator: { newerThan: 0, timeout: Infinity },
  /** a write, which must not go into a database that another version has written */
  writer: { newerThan: Infinity, timeout: Infinity },
} as const satisfies Record<string, Reader>;

/** From this age on, the catalog is too old, and visitors wait for further refreshes if one fails or is late. */
const OLD_MS = 120_000;
const ATTEMPTS = 3;
/** After this time, an erasure counts as interrupted, and another instance goes on with it. */
const ERASING_MS = 30_000;

/** How long after a refresh visitors start no other one. */
const PAUSE_MS = 5_000;

/** What an instance knows of the database. */
interface State {
  /** all jokes; undefined until they were read once */
  loaded: LoadedCatalog | undefined;
  /** the whole catalog while it is being read */
  loading: Catalog | undefined;
  /** milliseconds since the last refresh that succeeded began */
  age: () => number;
  /** milliseconds since the last refresh ended */
  pause: () => number;
  /** whether a write of this instance may be stored that is not in the catalog */
  isSuspect: boolean;
  /** why the last refresh failed, and whether the log says that the catalog is old because of that */
  failure: { error: unknown; isLogged: boolean } | undefined;
}

interface Dependencies extends Tools {
  rootData: RootData;
  jokeData: JokeData;
  /** Removes what is left of jokes whose erasure was interrupted. */
  finishErasure: (jokeIds: readonly number[]) => Promise<void>;
}

export type Follower = ReturnType<typeof createFollower>['follower'];

const never = () => Infinity;

/** Keeps the catalog, all jokes in memory, which follows what this and other instances write; and writes its snapshots. */
export function createFollower(tools: Dependencies) {
  const { log, beside, rootData, jokeData, finishErasure } = tools;
  const loader = createCatalogLoader({ data: rootData, jokes: jokeData, log });
  const snapshots = createSnapshotWriter({ ...tools, data: rootData, readCatalog });

  let state: State = {
    loaded: undefined,
    loading: undefined,
    age: never,
    pause: never,
    isSuspect: false,
    failure: undefined,
  };
  /** the refresh in progress, and how long ago it began in milliseconds */
  let flight: { age: () => number; loaded: Promise<LoadedCatalog> } | undefined;

  const finishErasing = singleFlight((jokeIds: readonly number[]) =>
    attempt(log, 'Finishing an erasure', finishErasure(jokeIds)),
  );
  const isReachable = onceInFiveSeconds(async () => [await rootData.readRoot()], tools.clock);

  const isDue = ({ newerThan }: Reader) =>
    !state.loaded || state.age() >= newerThan || (state.isSuspect && newerThan < Infinity);
  const isOld = () => state.loaded !== undefined && state.age() > OLD_MS;
  /** Whether a visitor starts a refresh. */
  const isWanted = (reader: Reader) =>
    isDue(reader) && (state.pause() >= PAUSE_MS || (isOld() && !state.failure));

  /** Reads what has changed, or everything. @param age how long ago it began */
  async function refresh(age: () => number): Promise<LoadedCatalog> {
    const { loaded: known, isSuspect } = state;
    state = { ...state, isSuspect: false };
    try {
      const root = await rootData.readRoot();
      let loaded = known;
      if (loaded && loaded.root?.epoch === root?.epoch) await loader.refresh(loaded, root);
      else {
        const loading = createCatalog(tools);
        state = { ...state, loading };
        loaded = await loader.load(loading, root);
      }
      state = { ...state, loaded, age, failure: undefined };
      return loaded;
    } catch (error) {
      const isLogged = state.failure?.isLogged ?? false;
      const isStillSuspect = state.isSuspect || isSuspect;
      state = { ...state, isSuspect: isStillSuspect, failure: { error, isLogged } };
      throw error;
    } finally {
      state = { ...state, loading: undefined, pause: stopwatch(tools) };
      flight = undefined;
    }
  }

  /** Follows the database with a refresh that is new enough; simultaneous calls share it. */
  async function follow(newerThan: number): Promise<LoadedCatalog> {
    const ongoing = flight;
    if (ongoing && ongoing.age() < newerThan) return ongoing.loaded;
    await ongoing?.loaded.catch(() => undefined);
    if (!flight) {
      const age = stopwatch(tools);
      flight = { age, loaded: refresh(age).then(workBeside) };
    }
    return flight.loaded;
  }

  /** The background work that a refresh leaves. */
  function workBeside(loaded: LoadedCatalog): LoadedCatalog {
    const correction = loader.correct(loaded);
    if (correction) beside(correction);
    snapshots.saveIfDue(loaded);
    const isLate = ({ at }: { at: Date }) => at.getTime() < loaded.since - ERASING_MS;
    const late = loaded.root?.erasing.filter(isLate).map(({ joke_id }) => joke_id) ?? [];
    if (late.length > 0) beside(finishErasing(late));
    return loaded;
  }

  /** The catalog as it is now. @param fromDocuments whether all jokes are read again */
  async function readCatalog(fromDocuments: boolean): Promise<LoadedCatalog> {
    const loaded = await follow(0);
    if (fromDocuments) await loader.readAll(loaded);
    return loaded;
  }

  /** Brings the catalog up to date, waiting as long as a visitor may. */
  async function catchUp(reader: Reader): Promise<void> {
    const late = () => new Error('The catalog is not up to date yet.');
    for (let left = ATTEMPTS; left > 0 && isDue(reader); left -= 1) {
      const following = follow(reader.newerThan);
      const failed = await withDeadline(following, tools.timeout(reader.timeout), late).then(
        () => false,
        () => true,
      );
      if (failed && !isOld()) break;
    }
    const { failure } = state;
    if (!isOld() || failure?.isLogged) return;
    const message = `The catalog is ${Math.round(state.age() / 1_000)} s old`;
    log({ severity: 'ERROR', message, stack_trace: describeError(failure?.error) });
    state = { ...state, failure: { error: failure?.error, isLogged: true } };
  }

  const follower = {
    /**
     * The catalog as a reader needs it.
     * @throws ApiError unavailable if it was never read, and if the database fails a reader who waits without an end
     */
    async read(reader: Reader): Promise<Catalog> {
      if (reader.timeout === Infinity) {
        const { loaded } = state;
        return (loaded && !isDue(reader) ? loaded : await follow(reader.newerThan)).catalog;
      }
      const first = state.loaded ?? (await follow(reader.newerThan));
      if (isWanted(reader)) await catchUp(reader);
      return (state.loaded ?? first).catalog;
    },

    /** Takes over what this instance has committed; undefined if only the database knows what it was. */
    apply(written: readonly Written[] | undefined): void {
      if (!written) state = { ...state, isSuspect: true };
      for (const { version, fields } of written ?? []) {
        const joke = anyJoke.parse(fields);
        const { joke_id } = joke;
        for (const catalog of [state.loaded?.catalog, state.loading]) {
          catalog?.apply({ joke_id, version, joke });
        }
      }
    },

    /** Whether the next visitor makes the catalog follow the database, so that no finished response is used. */
    isDue: () => isWanted(READ.visitor),

    /** Whether responses are older than visitors may see, so that the CDN caches them only for a short time. */
    isOld,

    /** A number that grows whenever a response to a visitor may differ. */
    contentVersion: () => state.loaded?.catalog.contentVersion() ?? 0,

    /** How many jokes there are, and how old the catalog and its snapshot are. @throws what reading the root throws */
    async health(): Promise<EndpointOutput<'getHealth'>> {
      await isReachable();
      const reachable = { status: 'ok', firestore: 'reachable' } as const;
      const { loaded } = state;
      if (!loaded) return reachable;
      const readAt = loaded.root?.snapshot?.read_at.getTime();
      const catalog = {
        jokes: loaded.catalog.size(),
        age_seconds: Math.round(state.age() / 1_000),
        snapshot_age_seconds:
          readAt === undefined ? null : Math.round(Math.max(0, loaded.since - readAt) / 1_000),
      };
      return { ...reachable, catalog };
    },
  };
  return { follower, snapshots };
}
