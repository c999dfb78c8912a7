/** A cache of values by key; a value stays until it is expired, forgotten or evicted. */
export interface CachedMap<Key, Value> {
  /**
   * The values of these keys. Keys that are not cached, or whose value is stale, are loaded in one call.
   * If that call fails and every one of them has a stale value, those are returned; otherwise it throws.
   * Keys without a value are left out.
   */
  getMany(keys: readonly Key[]): Promise<Map<Key, Value>>;
  /**
   * Caches values that were read elsewhere. A value is ignored if a later read cached one, or if its key
   * was expired or forgotten after this read began.
   * @param read what `beginRead()` returned before the read
   */
  store(entries: Iterable<readonly [Key, Value]>, read: number): void;
  /** Numbers a read, to be called before it begins; later reads have higher numbers. */
  beginRead(): number;
  /** Marks a value as stale: it is reloaded when next asked for, and used only if that fails. */
  expire(key: Key): void;
  /** Marks all values as stale. */
  expireAll(): void;
  /** Removes a value that must not be shown again. */
  forget(key: Key): void;
}

interface Entry<Value> {
  value: Value;
  /** the number of the read that it comes from */
  read: number;
  stale: boolean;
}

/**
 * @param load fetches the values of some keys
 * @param maximum the most values to cache; the least recently used are evicted
 */
export function createCachedMap<Key, Value>(
  load: (keys: Key[]) => Promise<Map<Key, Value>>,
  maximum: number,
): CachedMap<Key, Value> {
  const cached = new Map<Key, Entry<Value>>();
  /** by key, the read number at which it was last expired or forgotten */
  const expired = new Map<Key, number>();
  let allExpired = 0;
  let reads = 0;

  function touch(key: Key, entry: Entry<Value>): void {
    cached.delete(key);
    cached.set(key, entry);
  }

  function trim(map: Map<Key, unknown>): void {
    for (const key of map.keys()) {
      if (map.size <= maximum) return;
      map.delete(key);
    }
  }

  function isLatest(key: Key, read: number): boolean {
    return Math.max(expired.get(key) ?? 0, allExpired, cached.get(key)?.read ?? 0) <= read;
  }

  function store(entries: Iterable<readonly [Key, Value]>, read: number): void {
    for (const [key, value] of entries) {
      if (isLatest(key, read)) touch(key, { value, read, stale: false });
    }
    trim(cached);
  }

  function beginRead(): number {
    reads += 1;
    return reads;
  }

  function rejectEarlierReads(key: Key): void {
    expired.delete(key);
    expired.set(key, beginRead());
    trim(expired);
  }

  return {
    store,
    beginRead,
    expire(key) {
      rejectEarlierReads(key);
      const entry = cached.get(key);
      if (entry) entry.stale = true;
    },
    expireAll() {
      allExpired = beginRead();
      for (const entry of cached.values()) entry.stale = true;
    },
    forget(key) {
      rejectEarlierReads(key);
      cached.delete(key);
    },
    async getMany(keys) {
      const values = new Map<Key, Value>();
      const missing: Key[] = [];
      for (const key of keys) {
        const entry = cached.get(key);
        if (entry && !entry.stale) {
          values.set(key, entry.value);
          touch(key, entry);
        } else {
          missing.push(key);
        }
      }
      if (missing.length === 0) return values;

      const read = beginRead();
      try {
        const loaded = await load(missing);
        store(loaded, read);
        for (const key of missing) {
          const value = loaded.get(key);
          if (value !== undefined) values.set(key, value);
          else if (isLatest(key, read)) cached.delete(key);
        }
      } catch (error) {
        for (const key of missing) {
          const stale = cached.get(key);
          if (!stale) throw error;
          values.set(key, stale.value);
        }
      }
      return values;
    },
  };
}
