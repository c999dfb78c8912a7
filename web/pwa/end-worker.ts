import type { Plugin } from 'vite';

const WORKER = `
self.addEventListener('message', () => self.skipWaiting());
self.addEventListener('activate', (event) => event.waitUntil(end()));
async function end() {
  await self.clients.claim();
  const tabs = await self.clients.matchAll();
  await self.registration.unregister();
  for (const tab of tabs) void tab.navigate(tab.url);
}
`;

/**
 * Ends, in development, the service worker that a built site left at the same address: it would
 * answer with that site's files for ever.
 */
export function endWorkerInDevelopment(): Plugin {
  return {
    name: 'end-worker-in-development',
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
