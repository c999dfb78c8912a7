import { create } from 'zustand';

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

/** One of several texts. */
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

/** A boolean as JSON; false if anything else is stored. */
export const flag = json((content) => content === true);

/** Load the values that the page uses, by key. */
const loaders = new Map<string, () => void>();
let following = false;

/** Loads all stored values, also of scripts that load later, and again when another tab may have changed them. */
export function followStoredValues(): void {
  const loadAll = () => {
    for (const load of loaders.values()) load();
  };
  following = true;
  loadAll();
  window.addEventListener('storage', ({ key }) => {
    // A null key means that the whole storage was cleared.
    if (key === null) loadAll();
    else loaders.get(key)?.();
  });
  // A page in the back/forward cache gets no storage events.
  window.addEventListener('pageshow', loadAll);
}

/**
 * A value in the browser's storage, the same in all tabs. It lasts as long as the page if storage is
 * blocked or full. {@link followStoredValues} keeps it up to date; hydration renders the default.
 * @param byDefault the value until it is loaded, and if nothing valid is stored; it is never stored itself
 */
export function storedValue<T>(
  key: string,
  schema: Schema<T>,
  byDefault: T,
  storage: 'localStorage' | 'sessionStorage' = 'localStorage',
) {
  const use = create<T>()(() => byDefault);
  let saved = true;

  const latest = (): T => {
    try {
      const stored = globalThis[storage].getItem(key);
      if (saved) return stored === null ? byDefault : (schema.parse(stored) ?? byDefault);
    } catch {
      // The browser blocks storage.
      saved = false;
    }
    return use.getState();
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
  const load = () => use.setState(latest(), true);
  loaders.set(key, load);
  if (following) load();
  return {
    /** A hook for the value that this page has loaded. */
    use,
    /** The stored value, which another tab may have changed. */
    latest,
    /** @returns false if the browser could not store it */
    save: (value: T): boolean => {
      saved = store(value);
      use.setState(value, true);
      return saved;
    },
    /** Whether the browser has stored it; otherwise it lasts as long as the page. */
    isStored: (): boolean => saved,
  };
}
