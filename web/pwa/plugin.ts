import type { Plugin, PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { SAVED_ICON, visitorScripts } from './visitor-files.ts';
import webManifest from './web-manifest.json' with { type: 'json' };

const REMOVAL_WORKER = `
self.addEventListener('message', ({ data }) => {
  if (data.type === 'take-over') self.skipWaiting();
});
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
function removeWorkerInDevelopment(): Plugin {
  return {
    name: 'remove-worker-in-development',
    apply: 'serve',
    configureServer(server) {
      server.middlewares.use('/sw.js', (_request, response) => {
        response.setHeader('Content-Type', 'text/javascript');
        response.setHeader('Cache-Control', 'no-store');
        response.end(REMOVAL_WORKER);
      });
    },
  };
}

/**
 * Builds the web manifest, which the page links to after the first view has loaded, and the service
 * worker, `/sw.js`: the site can be installed and read offline.
 */
export function installableSite(): PluginOption[] {
  let scripts: ReadonlySet<string> = new Set();
  const manifestAndScripts: Plugin = {
    name: 'manifest-and-scripts',
    apply: 'build',
    generateBundle(_options, bundle) {
      scripts = visitorScripts(bundle);
      const source = JSON.stringify(webManifest);
      this.emitFile({ type: 'asset', fileName: 'manifest.webmanifest', source });
    },
  };
  return [
    manifestAndScripts,
    removeWorkerInDevelopment(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      // src/offline registers it, after the first view.
      injectRegister: null,
      // The plugin would link to the manifest in the HTML, before the first view.
      manifest: false,
      integration: {
        configureCustomSWViteBuild(worker) {
          worker.logLevel = 'warn';
          // The plugin requests a single file with an option that Vite no longer supports.
          const output = { entryFileNames: 'sw.mjs', codeSplitting: false };
          worker.build = {
            ...worker.build,
            rollupOptions: { ...worker.build?.rollupOptions, output },
          };
        },
      },
      injectManifest: {
        // Only facts with rare letters need it; offline, these have the fallback typeface.
        // Embeds load those in /fonts.
        globIgnores: ['assets/text-latin-ext-*', 'fonts/**'],
        globPatterns: ['app.html', '**/*.{js,css,woff2,webmanifest}', SAVED_ICON.slice(1)],
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => !url.endsWith('.js') || scripts.has(url))
              // Hosting redirects a page's file name to its path.
              .map((entry) => ({ ...entry, url: `/${entry.url.replace(/\.html$/, '')}` })),
          }),
        ],
      },
    }),
  ];
}
