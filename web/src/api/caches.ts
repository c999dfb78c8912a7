/** The service worker's cache of lists and single jokes. A change of what they contain gets another name. */
export const LISTS_CACHE = 'facts-lists-2';
