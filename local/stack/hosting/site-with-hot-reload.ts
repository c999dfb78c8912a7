import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { join } from 'node:path';
import { createServer as createVite, type ViteDevServer } from 'vite';
import { endpoints } from '../../../functions/src/contract/endpoints.ts';
import { ApiError } from '../../../functions/src/contract/errors.ts';
import { CLIENT_TIMEOUT_MS } from '../../../functions/src/contract/joke-urls.ts';
import type { ReadForPage, Renderer } from '../../../functions/src/contract/renderer.ts';
import { isAdminPath } from '../../../web/src/paths.ts';
import { API_BASE_PATH, COMPAT_BASE_PATH } from '../../../functions/src/contract/product.ts';
import { files } from '../../../functions/src/contract/routes.ts';
import { FIREBASE_CONFIG_PATH, serveFirebaseConfig } from './firebase-config.ts';
import { root } from '../firebase-json.ts';
import { createFunctionProxy } from './function-proxy.ts';
import type { Hosting } from './hosting.ts';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';

const web = join(root, 'web');

/** Reads for pages from the function's API. */
function readerOf(origin: () => Promise<string>): ReadForPage {
  return async (name, url) => {
    const signal = AbortSignal.timeout(CLIENT_TIMEOUT_MS);
    const response = await fetch((await origin()) + url, { signal });
    if (response.ok) return endpoints[name].output.parse(await response.json());
    const code = response.status === 404 ? 'not_found' : 'unavailable';
    throw new ApiError(code, `The API responded with ${response.status}.`);
  };
}

/** Renders pages from the sources as they are now. Login and admin screens render in the browser. */
function createPageServer(vite: ViteDevServer, read: ReadForPage) {
  return async (url: string, origin: string, response: ServerResponse): Promise<void> => {
    const module = await vite.ssrLoadModule('/src/render.tsx');
    const renderer: Renderer = {
      renderPage: module['renderPage'],
      renderShell: module['renderShell'],
    };
    const send = async (status: number, html: string) =>
      void response.writeHead(status).end(await vite.transformIndexHtml(url, html));
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    response.setHeader('Cache-Control', 'no-store');
    if (isAdminPath(new URL(url, origin).pathname)) {
      return send(200, await renderer.renderShell());
    }
    const page = await renderer.renderPage({ url, origin, read });
    if (page.redirect !== undefined) response.writeHead(302, { Location: page.redirect }).end();
    else await send(page.failure ? 503 : page.found ? 200 : 404, page.html);
  };
}

/** How the paths begin that the function answers itself; it renders no page here. */
const OF_FUNCTION = [
  `${API_BASE_PATH}/`,
  `${COMPAT_BASE_PATH}/`,
  ...Object.values(files).map(({ path }) => path.replace(/\{.*/, '')),
];

function isNavigation({ method, url = '/', headers }: IncomingMessage): boolean {
  return (
    method === 'GET' && !url.startsWith('/__') && headers.accept?.includes('text/html') === true
  );
}

/**
 * Serves the site from its sources with Vite's hot reload, rendered on the server as in production, and forwards API requests to the function under
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
    configFile: join(web, 'vite.config.ts'),
    root: web,
    appType: 'custom',
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
  const servePage = createPageServer(vite, readerOf(functionOrigin));
  const serveConfig = serveFirebaseConfig(authOrigin);
  server.on('request', (request, response) => {
    if (request.url === FIREBASE_CONFIG_PATH) return serveConfig(request, response);
    if (OF_FUNCTION.some((start) => request.url?.startsWith(start))) {
      return void forward(request, response);
    }
    vite.middlewares(request, response, () => {
      if (!isNavigation(request)) return response.writeHead(404).end();
      const origin = `http://${request.headers.host ?? LOOPBACK}`;
      return servePage(request.url ?? '/', origin, response).catch((error: unknown) => {
        if (error instanceof Error) vite.ssrFixStacktrace(error);
        response.writeHead(500).end(error instanceof Error ? error.stack : String(error));
      });
    });
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
