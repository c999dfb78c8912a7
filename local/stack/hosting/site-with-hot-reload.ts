import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite } from 'vite';
import { FIREBASE_CONFIG_PATH, serveFirebaseConfig } from './firebase-config.ts';
import { root } from '../firebase-json.ts';
import { createFunctionProxy } from './function-proxy.ts';
import type { Hosting } from './hosting.ts';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';

/**
 * Serves the site from its sources with Vite's hot reload, and forwards API requests to the function under
 * Hosting's rules. Vite sets the headers: firebase.json's content security policy would block hot reload.
 * @param port 0: any free port
 * @param functionOrigin awaited before each request, so that none meets a function that is restarting
 * @param authOrigin the Auth emulator's origin; null if it is not running
 */
export async function startSiteWithHotReload(
  port: number,
  functionOrigin: () => Promise<string>,
  authOrigin: string | null,
): Promise<Hosting> {
  const server = createServer();
  const vite = await createVite({
    configFile: join(root, 'web', 'vite.config.ts'),
    root: join(root, 'web'),
    mode: 'emulator',
    logLevel: 'warn',
    server: { middlewareMode: true, hmr: { server } },
  });
  let origin = await functionOrigin();
  const proxy = createFunctionProxy(() => origin);
  const forward = async (request: IncomingMessage, response: ServerResponse) => {
    origin = await functionOrigin();
    proxy(request, response);
  };
  const serveConfig = serveFirebaseConfig(authOrigin);
  server.on('request', (request, response) => {
    if (request.url === FIREBASE_CONFIG_PATH) return serveConfig(request, response);
    if (request.url?.startsWith('/api/') !== true) return vite.middlewares(request, response);
    return void forward(request, response);
  });
  server.listen(port, LOOPBACK);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    async stop() {
      await vite.close();
      await closeServer(server);
    },
  };
}
