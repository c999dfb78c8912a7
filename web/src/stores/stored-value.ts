import { create, type StoreApi, type UseBoundStore } from 'zustand';

/** How a value is written as text. */
interface Schema<T> {
  /** Reads what is stored; undefined for anything else. */
  parse: (stored: string) => T | undefined;
  format: (value: T) => string;
}

/** A text as it is; null is stored like the empty text. */
export const text = {
  parse: (stored: string): string => stored,
  format: (value: string | null): string => value ?? '',
};

/** One of these texts. */
export function oneOf<T extends string>(...texts: readonly T[]): Schema<T> {
  return { parse: (stored) => texts.find((each) => each === stored), format: (value) => value };
}

/** A value as JSON. @param parse checks it, and drops what has expired */
export function json<T>(parse: (content: unknown) => T | undefined) {
  return {
    parse(stored: string): T | undefined {
      try {
        return parse(JSON.parse(stored));
      } catch {
        return undefined;
      }
    },
    format: (value: unknown): string => JSON.stringify(value),
  };
}

/** A value in the browser's storage, the same in all tabs. */
export interface StoredValue<T> {
  /** The value as this page has loaded it, as a hook. */
  use: UseBoundStore<StoreApi<T>>;
  /** The value as any tab has left it. */
  latest: () => T;
  /** @returns false if the browser could not store it: it then lasts as long as the page */
  save: (value: T) => boolean;
  /** Keeps a value for as long as the page. */
  keep: (value: T) => void;
  /** Loads the value. */
  load: () => void;
  /**
   * Calls `onChange`, which loads the value by default, now and when another tab may have changed it.
   * @returns a function that stops it
   */
  follow: (onChange?: () => void) => () => void;
}

/**
 * A value in the browser's storage. It lasts as long as the page if storage is blocked or full.
 * @param byDefault what it is until it is loaded, and if nothing is stored that the schema can read;
 *   it is not stored itself
 */
export function storedValue<T>(
  key: string,
  schema: Schema<T>,
  byDefault: T,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
): StoredValue<T> {
  const use = create<T>()(() => byDefault);
  let saved = true;

  /** null if nothing is stored, undefined if the browser blocks storage */
  const stored = (): string | null | undefined => {
    try {
      return globalThis[storage].getItem(key);
    } catch {
      return undefined;
    }
  };
  const store = (value: T): boolean => {
    const formatted = schema.format(value);
    try {
      if (formatted === schema.format(byDefault)) globalThis[storage].removeItem(key);
      else globalThis[storage].setItem(key, formatted);
      return true;
    } catch {
      return false;
    }
  };
  const latest = (): T => {
    const content = saved ? stored() : undefined;
    if (content === undefined) return use.getState();
    return content === null ? byDefault : (schema.parse(content) ?? byDefault);
  };
  const load = () => use.setState(latest(), true);
  return {
    use,
    latest,
    save(value) {
      saved = store(value);
      use.setState(value, true);
      return saved;
    },
    keep(value) {
      saved = false;
      use.setState(value, true);
    },
    load,
    follow(onChange = load) {
      const following = new AbortController();
      const { signal } = following;
      const onStorage = (event: StorageEvent) => {
        // A null key means that the whole storage was cleared.
        if (event.key === key || event.key === null) onChange();
      };
      onChange();
      window.addEventListener('storage', onStorage, { signal });
      // A page in the back/forward cache gets no storage events.
      window.addEventListener('pageshow', onChange, { signal });
      return () => following.abort();
    },
  };
}
