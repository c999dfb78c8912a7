/** The prefix of the service worker's caches, except its precache of the site's files. */
export const CACHE_PREFIX = 'facts-';

/** The names of the service worker's caches by content. */
export const CACHES = {
  lists: `${CACHE_PREFIX}lists`,
  images: `${CACHE_PREFIX}images`,
} as const;
