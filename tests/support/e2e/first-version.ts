import { build } from 'esbuild';
import { root } from '../../../local/stack/firebase-json.ts';

/** The pages that the first version's service worker saved, with their file names. */
const PAGES = { '/': 'index.html', '/app': 'app.html', '/top-100': 'top-100.html' };

/** The first version's service worker: it served its own pages from the cache, with any query. */
const WORKER = `
import { cleanupOutdatedCaches, matchPrecache, precacheAndRoute } from 'workbox-precaching';
import { registerRoute } from 'workbox-routing';
import { NetworkFirst } from 'workbox-strategies';
const saved = ${JSON.stringify([...Object.keys(PAGES), '/assets/first-version.js'])};
precacheAndRoute(saved.map((url) => ({ url, revision: 'first' })), { ignoreURLParametersMatching: [/./] });
cleanupOutdatedCaches();
registerRoute(({ request }) => request.mode === 'navigate', ({ request }) =>
  fetch(request).catch(() => matchPrecache('/app')));
registerRoute(({ url }) => url.pathname.startsWith('/api/v1/jokes'),
  new NetworkFirst({ cacheName: 'facts-lists', matchOptions: { ignoreVary: true } }));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', ({ data }) => data.type === 'take-over' && skipWaiting());
`;

/** Its script: it requested a page of facts, and offered a version that waits. */
const SCRIPT = `
const page = new URLSearchParams(location.search).get('page') ?? '1';
const response = await fetch('/api/v1/jokes?page=' + page + '&per_page=20&status=active');
const { pages } = await response.json();
document.body.append('Page ' + page + ' of ' + pages);
const { serviceWorker } = navigator;
const registration = await serviceWorker.register('/sw.js', { updateViaCache: 'none' });
const offer = () => {
  if (registration.waiting === null || serviceWorker.controller === null) return;
  const button = document.createElement('button');
  button.textContent = 'Update';
  button.onclick = () => {
    serviceWorker.addEventListener('controllerchange', () => location.reload());
    registration.waiting.postMessage({ type: 'take-over' });
  };
  document.body.append(button);
};
offer();
registration.addEventListener('updatefound', () =>
  registration.installing.addEventListener('statechange', offer));
`;

const PAGE = `<!doctype html><html lang="en"><title>The first version</title><body>
<script type="module" src="/assets/first-version.js"></script></body></html>`;

/**
 * Builds a small site that saves its pages as the first version did, with the same libraries.
 * @returns its files by path
 */
export async function buildFirstVersion(): Promise<Record<string, string>> {
  const { outputFiles } = await build({
    stdin: { contents: WORKER, resolveDir: root },
    bundle: true,
    write: false,
    define: { 'process.env.NODE_ENV': '"production"' },
  });
  return {
    ...Object.fromEntries(Object.values(PAGES).map((file) => [file, PAGE])),
    'assets/first-version.js': SCRIPT,
    'sw.js': outputFiles[0]?.text ?? '',
  };
}
