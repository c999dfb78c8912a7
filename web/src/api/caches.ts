import { API_BASE_PATH } from '../../../functions/src/contract/urls.ts';

/** What the names of our caches begin with. Workbox names those of the site's files. */
const OURS = 'facts-';

/** The service worker's cache of lists and single jokes. A change of what they contain gets another name. */
export const LISTS_CACHE = `${OURS}lists-2`;

/** The service worker's cache of images. */
export const IMAGES_CACHE = `${OURS}images-2`;

/** Whether a cache is one of ours that only other versions use. */
export function isOutdated(name: string): boolean {
  return name.startsWith(OURS) && name !== LISTS_CACHE && name !== IMAGES_CACHE;
}

const SAVED_LIST = new RegExp(`^${API_BASE_PATH}/jokes(?!/random|/search)`);

/** Whether the response to a URL, without its origin, is saved for reading offline. */
export const isSavedList = (url: string): boolean => SAVED_LIST.test(url);
