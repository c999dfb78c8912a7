/** How long an old value answers after loading failed, before it is tried again. */
const PAUSE_MS = 5_000;

/** A value that is loaded when needed and kept for a while. */
export interface ExpiringValue<Value> {
  /** The kept value; loads it when there is none or it is too old. One load at a time. */
  get(): Promise<Value>;
  /** Loads it now, whatever is kept. */
  reload(): Promise<Value>;
  /** Keeps this value, which was the right one at `since` (milliseconds since the epoch). */
  set(value: Value, since: number): void;
}

/**
 * @param load fetches the value. When it fails and an old value is kept, `get` answers that one.
 * @param lifetime milliseconds that a value is kept, from the moment its load began
 * @param clock milliseconds since the epoch
 * @param newer tells whether a loaded value is to replace the kept one; by default always
 */
export function createExpiringValue<Value>(
  load: () => Promise<Value>,
  lifetime: number,
  clock: () => number,
  newer: (loaded: Value, kept: Value) => boolean = () => true,
): ExpiringValue<Value> {
  let kept: { value: Value; expires: number } | undefined;
  let loading: Promise<Value> | undefined;

  function set(value: Value, since: number): void {
    const latest = kept && !newer(value, kept.value) ? kept.value : value;
    kept = { value: latest, expires: since + lifetime };
  }

  async function reload(): Promise<Value> {
    const begun = clock();
    set(await load(), begun);
    if (!kept) throw new Error('Nothing was kept');
    return kept.value;
  }

  return {
    set,
    reload,
    async get() {
      if (kept && clock() < kept.expires) return kept.value;
      loading ??= reload().finally(() => {
        loading = undefined;
      });
      try {
        return await loading;
      } catch (error) {
        if (!kept) throw error;
        kept.expires = clock() + PAUSE_MS;
        return kept.value;
      }
    },
  };
}
