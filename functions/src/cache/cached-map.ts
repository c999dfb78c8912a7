/** Values by key that are kept until they are known to have changed. */
export interface KeptMap<Key, Value> {
  /**
   * The values of these keys; those that are not kept are loaded in one call. When loading fails and
   * every missing key has an old value, the old ones answer. Keys without a value are left out.
   */
  getMany(keys: readonly Key[]): Promise<Map<Key, Value>>;
  /**
   * Keeps values that were read anyway. `since` is what `mark()` gave before they were read: a value
   * from a later read, or one that is outdated since, wins.
   */
  keep(entries: Iterable<readonly [Key, Value]>, since: number): void;
  /** A mark in time, to be taken before a read. */
  mark(): number;
  /** Has a value loaded anew that has changed; the old one answers only while loading fails. */
  expire(key: Key): void;
  /** Does so with all. */
  expireAll(): void;
  /** Drops a value that must not be shown again. */
  forget(key: Key): void;
}

interface Entry<Value> {
  value: Value;
  /** when its read began */
  since: number;
  outdated: boolean;
}

/**
 * @param load fetches the values of some keys
 * @param maximum values kept at the most; the ones used longest ago go first
 */
export function createKeptMap<Key, Value>(
  load: (keys: Key[]) => Promise<Map<Key, Value>>,
  maximum: number,
): KeptMap<Key, Value> {
  const kept = new Map<Key, Entry<Value>>();
  const outdated = new Map<Key, number>();
  let allOutdated = 0;
  let moment = 0;

  function touch(key: Key, entry: Entry<Value>): void {
    kept.delete(key);
    kept.set(key, entry);
  }

  function trim(map: Map<Key, unknown>): void {
    for (const key of map.keys()) {
      if (map.size <= maximum) return;
      map.delete(key);
    }
  }

  function isLatest(key: Key, since: number): boolean {
    return Math.max(outdated.get(key) ?? 0, allOutdated, kept.get(key)?.since ?? 0) <= since;
  }

  function keep(entries: Iterable<readonly [Key, Value]>, since: number): void {
    for (const [key, value] of entries) {
      if (isLatest(key, since)) touch(key, { value, since, outdated: false });
    }
    trim(kept);
  }

  function mark(): number {
    moment += 1;
    return moment;
  }

  function outdate(key: Key): void {
    outdated.delete(key);
    outdated.set(key, mark());
    trim(outdated);
  }

  return {
    keep,
    mark,
    expire(key) {
      outdate(key);
      const entry = kept.get(key);
      if (entry) entry.outdated = true;
    },
    expireAll() {
      allOutdated = mark();
      for (const entry of kept.values()) entry.outdated = true;
    },
    forget(key) {
      outdate(key);
      kept.delete(key);
    },
    async getMany(keys) {
      const values = new Map<Key, Value>();
      const missing: Key[] = [];
      for (const key of keys) {
        const entry = kept.get(key);
        if (entry && !entry.outdated) {
          values.set(key, entry.value);
          touch(key, entry);
        } else {
          missing.push(key);
        }
      }
      if (missing.length === 0) return values;

      const since = mark();
      try {
        const loaded = await load(missing);
        keep(loaded, since);
        for (const key of missing) {
          const value = loaded.get(key);
          if (value !== undefined) values.set(key, value);
          else if (isLatest(key, since)) kept.delete(key);
        }
      } catch (error) {
        for (const key of missing) {
          const old = kept.get(key);
          if (!old) throw error;
          values.set(key, old.value);
        }
      }
      return values;
    },
  };
}
