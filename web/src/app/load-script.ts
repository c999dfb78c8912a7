import { storedValue, text } from '../stores/stored-value.ts';

/** The version for which this tab was last reloaded; the page's first script uses it, too. */
const reloaded = storedValue('reloadedVersion', text, '', 'sessionStorage');

/** The error of a script that can't be loaded. */
export class MissingScript extends Error {}

/** Whether this tab may reload for a missing script, which it does once per version. */
function mayReload(): boolean {
  const version = document.documentElement.dataset['app'] ?? '';
  if (!navigator.onLine || reloaded.latest() === version) return false;
  // If storage is blocked, reloads can't be counted, and a draft would be lost.
  return reloaded.save(version);
}

/**
 * Imports a script on demand. One that is missing was probably removed by a deployment: the page is reloaded
 * once to get the new version, and the promise stays pending.
 * @throws {MissingScript} if a reload did not help or is not possible
 */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!mayReload()) throw new MissingScript('A script is missing.', { cause });
    location.reload();
    return new Promise(() => undefined);
  }
}
