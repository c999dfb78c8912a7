import { isReachable } from '../api/call.ts';
import { storedValue, text } from '../stores/stored-value.ts';

/** The version of the site that this tab has reloaded last. */
const reloaded = storedValue('reloadedVersion', text, '', 'sessionStorage');
/** The version of the running scripts: this script's URL, which contains a hash of its content. */
const VERSION = import.meta.url;

/** The error of a script that can't be loaded because the server can't be reached. */
export class NoConnectionError extends Error {}

/** Whether this tab may be reloaded for a new version; true only once for each version. */
function mayReload(): boolean {
  if (reloaded.latest() === VERSION) return false;
  // If storage is blocked, reloads can't be counted, and a draft would be lost.
  return reloaded.save(VERSION);
}

/**
 * Imports a script on demand. If the server responds but the script is missing, a deployment has
 * probably removed it: the page is reloaded once to get the new version, and the promise stays
 * pending.
 * @throws {NoConnectionError} if the server can't be reached
 * @throws what `load` throws, if a reload did not help or is not possible
 */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    if (!navigator.onLine || !(await isReachable()))
      throw new NoConnectionError('No connection.', { cause });
    if (!mayReload()) throw cause;
    location.reload();
    return new Promise(() => undefined);
  }
}
