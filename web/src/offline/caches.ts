/** Every cache of the service worker but its precache of the site's own files begins so. */
export const CACHE_PREFIX = 'facts-';

/** The service worker's caches by what they hold. */
export const CACHES = {
  lists: `${CACHE_PREFIX}lists`,
  pictures: `${CACHE_PREFIX}pictures`,
} as const;
