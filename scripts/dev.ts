// What npm run dev adds to the local stack: hot reload of the site, and a function that follows its sources.
import { createServer } from 'node:http';
import { join } from 'node:path';
import { context } from 'esbuild';
import { createServer as createVite } from 'vite';
import { API_BASE_PATH, COMPAT_BASE_PATH } from '../functions/src/contract/urls.ts';
import { files } from '../functions/src/contract/routes.ts';
import { FIREBASE_CONFIG_PATH, root, serveFirebaseConfig } from '../local/stack/firebase-json.ts';
import { closeServer, listeningPort, LOOPBACK } from '../local/stack/http-server.ts';
import type { SiteOptions } from '../local/stack/start-stack.ts';
import { describeError } from '../local/stack/terminal.ts';
import { functionBundle } from './build.ts';

const web = join(root, 'web');

const { embed, ...answeredByFunction } = files;
const EMBEDS = embed.path.replace('{id}', '');

/** How the paths begin that the function answers itself; pages come from the sources. */
const OF_FUNCTION = [
  `${API_BASE_PATH}/`,
  `${COMPAT_BASE_PATH}/`,
  ...Object.values(answeredByFunction).map(({ path }) => path),
  // A pattern, for all texts.
  '^/[^?]+\\.txt',
];

/** Rebuilds the function after each change of its sources and restarts it. @returns what ends that */
async function watchFunction(restart: SiteOptions['restartFunction']) {
  let builds = 0;
  let restarted = Promise.resolve();
  const watcher = await context({
    ...functionBundle,
    logLevel: 'warning',
    plugins: [
      {
        name: 'restart-function',
        setup: (build) =>
          build.onEnd(({ errors }) => {
            builds += 1;
            // The first build is already running.
            if (builds === 1 || errors.length > 0) return;
            restarted = restarted.then(restart).then(
              () => console.log('The function was rebuilt.'),
              (error: unknown) => console.error(`${describeError(error)}\nWaiting for changes.`),
            );
          }),
      },
    ],
  });
  await watcher.watch();
  return async () => {
    await watcher.dispose();
    await restarted;
  };
}

/**
 * Serves the site from its sources with Vite's hot reload. Pages are empty at first: the browser renders them,
 * except embeds, which have no scripts.
 * Requests for the function are forwarded without Hosting's rules, and without the headers of firebase.json,
 * whose content security policy would block hot reload.
 */
export async function startSiteWithHotReload(options: SiteOptions) {
  const { port, functionOrigin, authOrigin, restartFunction } = options;
  const unwatch = await watchFunction(restartFunction);
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
  // A missing fact has no text.
  const read = async (_endpoint: string, url: string): Promise<unknown> =>
    (await fetch(functionOrigin() + url)).json();
  const render = async (url: string): Promise<string> => {
    const { renderPage, renderShell } = await vite.ssrLoadModule('/src/render.tsx');
    if (!url.startsWith(EMBEDS)) return vite.transformIndexHtml(url, await renderShell([]));
    return (await renderPage({ url, origin: '', read })).html;
  };
  vite.middlewares.use(({ method, url = '/', headers }, response, next) => {
    if (method !== 'GET' || headers.accept?.includes('text/html') !== true) return next();
    response.setHeader('content-type', 'text/html; charset=utf-8');
    return void render(url).then((page) => response.end(page), next);
  });
  server.on('request', (request, response) => {
    // As firebase.json says: the preview of an embed is in a frame without an origin.
    if (request.url?.endsWith('.woff2')) response.setHeader('access-control-allow-origin', '*');
    vite.middlewares(request, response);
  });
  server.listen(port, LOOPBACK);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    async stop() {
      await vite.close();
      await closeServer(server);
      await unwatch();
    },
  };
}
