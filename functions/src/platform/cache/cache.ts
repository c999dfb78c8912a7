import DataLoader from 'dataloader';
import { LRUCache } from 'lru-cache';

/** After a failed load, how long the stale value is returned before the next attempt. */
const RETRY_MS = 5_000;

export interface CacheOptions {
  /** the most values to cache; the least recently used are evicted */
  maximum: number;
  /** milliseconds from when a value was stored until it is stale */
  lifetimeMs: number;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** A map whose values expire. */
export function createExpiringMap<Key extends string | number, Value extends object>(
  { maximum, lifetimeMs, clock }: CacheOptions,
  fetchMethod?: LRUCache.Fetcher<Key, Value>,
): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({
    // Each entry has the size 1. `max` would allocate room for all of them at the start.
    maxSize: maximum,
    sizeCalculation: () => 1,
    // At exactly its TTL, a value still counts as fresh.
    ttl: lifetimeMs - 1,
    ttlResolution: 0,
    perf: { now: clock },
    // A value that was replaced while it was being loaded is returned, but not cached.
    ignoreFetchAbort: true,
    ...(fetchMethod && { fetchMethod }),
  });
}

/**
 * A cache of values by key, loaded when needed.
 * @param load fetches the values of some keys, in the same order
 */
export function createCache<Key extends string | number, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  options: CacheOptions,
) {
  interface Entry {
    value: Value;
    generation: number;
  }
  let generation = 0;
  const batches = new DataLoader<Key, Value>(load, { cache: false });
  const entries = createExpiringMap<Key, Entry>(options, async (key, stale, fetch) => {
    const loading = generation;
    try {
      return { value: await batches.load(key), generation: loading };
    } catch (error) {
      if (!stale) throw error;
      fetch.options.ttl = RETRY_MS;
      return { ...stale, generation };
    }
  });

  return {
    /**
     * The value of a key. Keys that are requested at the same time are loaded in one call, and each key
     * by one call at a time. If a load fails, the stale value is returned, for five seconds without
     * another attempt.
     * @throws what `load` throws when there is no stale value
     */
    async get(key: Key): Promise<Value> {
      const forceRefresh = entries.peek(key)?.generation !== generation;
      return (await entries.forceFetch(key, { forceRefresh })).value;
    },
    /** Whether a value is cached, if only a stale one. */
    has: (key: Key) => entries.peek(key, { allowStale: true }) !== undefined,
    set(key: Key, value: Value): void {
      entries.set(key, { value, generation });
    },
    /** Marks a value as stale. The result of a load in progress is not cached. */
    expire(key: Key): void {
      const stale = entries.peek(key, { allowStale: true });
      if (stale) entries.set(key, stale, { start: options.clock() - options.lifetimeMs });
      else entries.delete(key);
    },
    /** Marks all values as stale, and the results of loads in progress. */
    expireAll(): void {
      generation += 1;
    },
  };
}

/** A single value, loaded when needed and cached like those of `createCache`. */
export function createCachedValue<Value>(
  load: () => Promise<Value>,
  options: Omit<CacheOptions, 'maximum'>,
) {
  const key = 'value';
  const cache = createCache<string, Value>(async () => [await load()], { ...options, maximum: 1 });
  return {
    get: () => cache.get(key),
    set: (value: Value) => cache.set(key, value),
    expire: () => cache.expireAll(),
  };
}
