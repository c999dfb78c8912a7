/** Values by key that are kept for a while. */
export interface ExpiringMap<Key, Value> {
  /**
   * The values of these keys; those that are not kept are loaded in one call. When loading fails and
   * every missing key has an old value, the old ones answer. Keys without a value are left out.
   */
  getMany(keys: readonly Key[]): Promise<Map<Key, Value>>;
  /** Keeps values that were read anyway. `since` is what `mark()` gave before they were read. */
  keep(entries: Iterable<readonly [Key, Value]>, since: number): void;
  /** A mark in time: a value that is outdated after it is not kept from a read begun before it. */
  mark(): number;
  /** Has a value loaded anew that has changed; the old one answers only while loading fails. */
  expire(key: Key): void;
  /** Drops a value that must not be shown again. */
  forget(key: Key): void;
}

/**
 * @param load fetches the values of some keys
 * @param lifetime milliseconds that a value is kept
 * @param maximum values kept at the most; the ones used longest ago go first
 * @param clock milliseconds since the epoch
 */
export function createExpiringMap<Key, Value>(
  load: (keys: Key[]) => Promise<Map<Key, Value>>,
  lifetime: number,
  maximum: number,
  clock: () => number,
): ExpiringMap<Key, Value> {
  const kept = new Map<Key, { value: Value; expires: number }>();
  const outdated = new Map<Key, number>();
  let moment = 0;

  function touch(key: Key, entry: { value: Value; expires: number }): void {
    kept.delete(key);
    kept.set(key, entry);
  }

  function trim(map: Map<Key, unknown>): void {
    for (const key of map.keys()) {
      if (map.size <= maximum) return;
      map.delete(key);
    }
  }

  function keep(entries: Iterable<readonly [Key, Value]>, since: number): void {
    const expires = clock() + lifetime;
    for (const [key, value] of entries) {
      if ((outdated.get(key) ?? 0) <= since) touch(key, { value, expires });
    }
    trim(kept);
  }

  function outdate(key: Key): void {
    moment += 1;
    outdated.delete(key);
    outdated.set(key, moment);
    trim(outdated);
  }

  return {
    keep,
    mark: () => moment,
    expire(key) {
      outdate(key);
      const entry = kept.get(key);
      if (entry) entry.expires = clock();
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
        if (entry && clock() < entry.expires) {
          values.set(key, entry.value);
          touch(key, entry);
        } else {
          missing.push(key);
        }
      }
      if (missing.length === 0) return values;

      const since = moment;
      try {
        const loaded = await load(missing);
        keep(loaded, since);
        for (const [key, value] of loaded) values.set(key, value);
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
