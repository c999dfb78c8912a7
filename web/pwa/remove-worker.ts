import type { Plugin } from 'vite';

const WORKER = `
self.addEventListener('message', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(remove()));
async function remove() {
  await self.clients.claim();
  const tabs = await self.clients.matchAll();
  await self.registration.unregister();
  for (const tab of tabs) void tab.navigate(tab.url);
}
`;

/**
 * In development, removes the service worker that a built site on the same origin may have
 * installed. It would otherwise keep serving that build's files.
 */
export function removeWorkerInDevelopment(): Plugin {
  return {
    name: 'remove-worker-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.setHeader('Cache-Control', 'no-store');
        response.end(WORKER);
      });
    },
  };
}
