import { createServer } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { API_BASE_PATH, COMPAT_BASE_PATH } from '../../../functions/src/contract/product.ts';
import { files } from '../../../functions/src/contract/routes.ts';
import { root } from '../firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';
import type { SiteOptions } from '../start-stack.ts';
import { FIREBASE_CONFIG_PATH, serveFirebaseConfig } from './firebase-config.ts';
import type { Hosting } from './hosting.ts';

const web = join(root, 'web');

/** How the paths begin that the function answers itself; pages come from the sources. */
const OF_FUNCTION = [
  `${API_BASE_PATH}/`,
  `${COMPAT_BASE_PATH}/`,
  ...Object.values(files).map(({ path }) => path.replace(/\{.*/, '')),
];

/**
 * Serves the site from its sources with Vite's hot reload. Pages are empty at first: the browser renders them.
 * Requests for the function are forwarded without Hosting's rules, and without the headers of firebase.json,
 * whose content security policy would block hot reload.
 */
export async function startSiteWithHotReload({
  port,
  functionOrigin,
  authOrigin,
}: Omit<SiteOptions, 'restartFunction'>): Promise<Hosting> {
  const proxy = { target: functionOrigin(), xfwd: true };
  // Of ours, because with its own, Vite ends the process on SIGTERM before the stack has stopped.
  const server = createServer();
  const vite = await createVite({
    configFile: join(web, 'vite.config.ts'),
    root: web,
    appType: 'custom',
    mode: 'emulator',
    logLevel: 'warn',
    server: {
      middlewareMode: true,
      hmr: { server },
      proxy: Object.fromEntries(OF_FUNCTION.map((start) => [start, proxy])),
    },
  });
  vite.middlewares.use(FIREBASE_CONFIG_PATH, serveFirebaseConfig(authOrigin));
  const renderShell = async (url: string): Promise<string> => {
    const { renderShell } = await vite.ssrLoadModule('/src/render.tsx');
    return vite.transformIndexHtml(url, await renderShell([]));
  };
  vite.middlewares.use(({ method, url = '/', headers }, response, next) => {
    if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return next();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return void renderShell(url).then((page) => response.end(page), next);
  });
  server.on('request', vite.middlewares).listen(port, LOOPBACK);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    async stop() {
      await vite.close();
      await closeServer(server);
    },
  };
}
