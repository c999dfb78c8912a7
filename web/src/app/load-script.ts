import { storedValue, text } from '../stores/stored-value.ts';

/** The version for which this tab was last reloaded; the page's first script uses it, too. */
const reloaded = storedValue('reloadedVersion', text, '', 'sessionStorage');

/** The error of a script that can't be loaded. */
export class MissingScript extends Error {}

/**
 * Imports a script on demand. One that is missing was probably removed by a deployment: the page is reloaded
 * once per version to get the new one, and the promise stays pending.
 * @throws {MissingScript} if a reload did not help or is not possible
 */
export async function loadScript<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (cause) {
    const { app: version = '' } = document.documentElement.dataset;
    const mayReload = navigator.onLine && reloaded.latest() !== version;
    // If storage is blocked, reloads can't be counted, and a draft would be lost.
    if (!mayReload || !reloaded.save(version)) {
      throw new MissingScript('A script is missing.', { cause });
    }
    location.reload();
    return new Promise(() => undefined);
  }
}
