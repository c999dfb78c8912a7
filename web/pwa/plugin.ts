import type { Plugin, PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { clientEndpointsModule } from '../build/client-endpoints.ts';
import { WEB_MANIFEST_PATH } from '../src/offline/web-manifest-link.ts';
import { endWorkerInDevelopment } from './end-worker.ts';
import { visitorsFiles } from './visitors-files.ts';
import { SAVED_ICON, webManifest } from './web-manifest.ts';

/** Where Hosting serves a file: pages have clean addresses, others would be redirected there. */
function addressOf(fileName: string): string {
  return `/${fileName.replace(/(?:^index)?\.html$/, '')}`;
}

/** Writes the web manifest; the page links to it once it has all that a first view needs. */
function writeWebManifest(): Plugin {
  return {
    name: 'write-web-manifest',
    apply: 'build',
    generateBundle() {
      const fileName = WEB_MANIFEST_PATH.slice(1);
      this.emitFile({ type: 'asset', fileName, source: JSON.stringify(webManifest) });
    },
  };
}

/** Makes the site installable, and readable offline: its manifest and its service worker, `/sw.js`. */
export function installableSite(): PluginOption[] {
  const visitors = visitorsFiles();
  return [
    visitors.plugin,
    endWorkerInDevelopment(),
    writeWebManifest(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      // src/offline registers it, after the first view.
      injectRegister: null,
      // It would link to the manifest at once.
      manifest: false,
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
        globPatterns: ['**/*.{html,js,css,woff2,webmanifest}', SAVED_ICON.slice(1)],
        // Hosting serves it with its status, which would end the installation.
        globIgnores: ['404.html'],
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
