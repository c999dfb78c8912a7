import type { PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { clientEndpointsModule } from '../build/client-endpoints.ts';
import { endWorkerInDevelopment } from './end-worker.ts';
import { visitorsFiles } from './visitors-files.ts';
import { webManifest } from './web-manifest.ts';

/** Where Hosting serves a file: pages have clean addresses, others would be redirected there. */
function addressOf(fileName: string): string {
  return `/${fileName.replace(/(?:^index)?\.html$/, '')}`;
}

/** Makes the site installable, and readable offline: its manifest and its service worker, `/sw.js`. */
export function installableSite(): PluginOption[] {
  const visitors = visitorsFiles();
  return [
    visitors.plugin,
    endWorkerInDevelopment(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      // src/offline registers it, after the first view.
      injectRegister: null,
      manifest: webManifest,
      // Icons are for whoever installs; the browser fetches them then.
      includeManifestIcons: false,
      integration: {
        configureCustomSWViteBuild(worker) {
          worker.logLevel = 'warn';
          // The plugin asks for a single file by an option that Vite has given up.
          const output = { entryFileNames: 'sw.mjs', codeSplitting: false };
          worker.build = {
            ...worker.build,
            rollupOptions: { ...worker.build?.rollupOptions, output },
          };
        },
      },
      injectManifest: {
        buildPlugins: { vite: [clientEndpointsModule()] },
        globPatterns: ['**/*.{html,js,css,woff2}', 'favicon.svg'],
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => visitors.includes(url))
              .map((entry) => ({ ...entry, url: addressOf(entry.url) })),
          }),
        ],
      },
    }),
  ];
}
