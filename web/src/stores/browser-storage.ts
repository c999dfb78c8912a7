type StorageName = 'localStorage' | 'sessionStorage';

/** A stored text: `null` if nothing is stored, `undefined` if the browser blocks storage. */
export function readItem(
  key: string,
  storage: StorageName = 'localStorage',
): string | null | undefined {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return undefined;
  }
}

/**
 * Stores a text, or removes it if it is `null`.
 * @returns false if the browser blocks storage or it is full
 */
export function writeItem(
  key: string,
  text: string | null,
  storage: StorageName = 'localStorage',
): boolean {
  try {
    if (text === null) globalThis[storage].removeItem(key);
    else globalThis[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}

/** Calls `load` now and when another tab has changed an item. Returns a function that stops it. */
export function followItem(key: string, load: () => void): () => void {
  const onStorage = (event: StorageEvent) => {
    // A null key means that the whole storage was cleared.
    if (event.key === key || event.key === null) load();
  };
  load();
  window.addEventListener('storage', onStorage);
  return () => window.removeEventListener('storage', onStorage);
}
