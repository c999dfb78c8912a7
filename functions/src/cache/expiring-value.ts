/** After a failed load, how long the stale value is used before the next attempt. */
const RETRY_MS = 5_000;

/** A value that is loaded when needed and cached for a while. */
export interface ExpiringValue<Value> {
  /** The cached value; loads it if it is missing or has expired. Concurrent callers share one load. */
  get(): Promise<Value>;
  /** Loads the value now, whatever is cached. */
  reload(): Promise<Value>;
  /** Caches a value that was current at `since` (milliseconds since the epoch). */
  set(value: Value, since: number): void;
}

/**
 * @param load fetches the value; if it fails and a value is cached, `get` returns that one
 * @param lifetime milliseconds that a value is cached, from the start of its load
 * @param clock milliseconds since the epoch
 * @param isNewer whether a loaded value replaces the cached one; by default it always does
 */
export function createExpiringValue<Value>(
  load: () => Promise<Value>,
  lifetime: number,
  clock: () => number,
  isNewer: (loaded: Value, cached: Value) => boolean = () => true,
): ExpiringValue<Value> {
  let cached: { value: Value; expires: number } | undefined;
  let loading: Promise<Value> | undefined;

  function set(value: Value, since: number): void {
    const latest = cached && !isNewer(value, cached.value) ? cached.value : value;
    cached = { value: latest, expires: since + lifetime };
  }

  async function reload(): Promise<Value> {
    const started = clock();
    set(await load(), started);
    if (!cached) throw new Error('Nothing is cached');
    return cached.value;
  }

  return {
    set,
    reload,
    async get() {
      if (cached && clock() < cached.expires) return cached.value;
      loading ??= reload().finally(() => {
        loading = undefined;
      });
      try {
        return await loading;
      } catch (error) {
        if (!cached) throw error;
        cached.expires = clock() + RETRY_MS;
        return cached.value;
      }
    },
  };
}
