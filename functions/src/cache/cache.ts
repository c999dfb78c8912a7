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
    max: maximum,
    // At exactly its TTL, a value still counts as fresh.
    ttl: lifetimeMs - 1,
    ttlResolution: 0,
    perf: { now: clock },
    // A value that was replaced while it was being loaded is returned, but not cached.
    ignoreFetchAbort: true,
    ...(fetchMethod && { fetchMethod }),
  });
}

/** Values by key, loaded when needed. */
export interface Cache<Key, Value> {
  /**
   * The value of a key. Keys that are requested at the same time are loaded in one call, and each key by
   * one call at a time. If a load fails, the stale value is returned, for five seconds without another
   * attempt.
   * @throws what `load` throws when there is no stale value
   */
  get(key: Key): Promise<Value>;
  set(key: Key, value: Value): void;
  /** Marks a value as stale. The result of a load in progress is not cached. */
  expire(key: Key): void;
  /** Marks all values as stale, and the results of loads in progress. */
  expireAll(): void;
}

/** @param load fetches the values of some keys, in the same order */
export function createCache<Key extends string | number, Value>(
  load: (keys: readonly Key[]) => Promise<readonly Value[]>,
  options: CacheOptions,
): Cache<Key, Value> {
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
    async get(key) {
      const forceRefresh = entries.peek(key)?.generation !== generation;
      return (await entries.forceFetch(key, { forceRefresh })).value;
    },
    set: (key, value) => entries.set(key, { value, generation }),
    expire(key) {
      const stale = entries.peek(key, { allowStale: true });
      if (stale) entries.set(key, stale, { start: options.clock() - options.lifetimeMs });
      else entries.delete(key);
    },
    expireAll() {
      generation += 1;
    },
  };
}

/** A single value, loaded when needed, that is otherwise cached like those of a `Cache`. */
export interface CachedValue<Value> {
  get(): Promise<Value>;
  set(value: Value): void;
  expire(): void;
}

export function createCachedValue<Value>(
  load: () => Promise<Value>,
  options: Omit<CacheOptions, 'maximum'>,
): CachedValue<Value> {
  const key = 'value';
  const cache = createCache<string, Value>(async () => [await load()], { ...options, maximum: 1 });
  return {
    get: () => cache.get(key),
    set: (value) => cache.set(key, value),
    expire: () => cache.expireAll(),
  };
}
