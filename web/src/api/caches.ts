/** The names of the service worker's caches by content, except its precache of the site's files. */
export const CACHES = { lists: 'facts-lists', images: 'facts-images' } as const;
