// The service worker imports this: what Workbox's generateSW has no option for.

/** What can be read offline without having been opened: URLs of functions/src/contract/joke-urls.ts. */
const FIRST_LISTS = [
  '/api/v1/jokes?page=1&per_page=20&status=active',
  '/api/v1/jokes/top?limit=100',
  '/api/v1/jokes/newest?limit=40',
  '/api/v1/jokes/daily?limit=1',
];
const TIMEOUT_MS = 20_000;

/** Not by the page, whose first view has few requests. A failure is ignored. */
async function saveFirstLists() {
  const cache = await caches.open('facts-lists-2');
  const save = (url) =>
    cache.add(new Request(url, { credentials: 'omit', signal: AbortSignal.timeout(TIMEOUT_MS) }));
  await Promise.allSettled(FIRST_LISTS.map(save));
}

self.addEventListener('install', (event) => event.waitUntil(saveFirstLists()));

// For browsers that have the worker of before 2026-11-26. All of it can go in the summer of 2027.
self.addEventListener('message', ({ data }) => {
  // What Update sends in a tab that was opened before.
  if (data?.type === 'take-over') self.skipWaiting();
});
self.addEventListener('activate', (event) => {
  const names = ['facts-lists', 'facts-images'];
  const removals = [
    ...names.map((name) => caches.delete(name)),
    self.registration.navigationPreload.disable(),
  ];
  event.waitUntil(Promise.all(removals));
});
