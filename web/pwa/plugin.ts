import type { Plugin, PluginOption } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { clientEndpointsModule } from '../build/client-endpoints.ts';
import { WEB_MANIFEST_PATH } from '../src/features/offline/web-manifest-link.ts';
import { removeWorkerInDevelopment } from './remove-worker.ts';
import { visitorFiles } from './visitor-files.ts';
import { SAVED_ICON, webManifest } from './web-manifest.ts';

/** The path that Hosting serves a file at, without `.html`: requests for the file name redirect. */
function hostedPath(fileName: string): string {
  return `/${fileName.replace(/(?:^index)?\.html$/, '')}`;
}

/** Writes the web manifest; the page links to it after the first view has loaded. */
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

/** Builds the web manifest and the service worker, `/sw.js`: the site can be installed and read offline. */
export function installableSite(): PluginOption[] {
  const visitors = visitorFiles();
  return [
    visitors.plugin,
    removeWorkerInDevelopment(),
    writeWebManifest(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      registerType: 'prompt',
      // src/features/offline registers it, after the first view.
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
        buildPlugins: { vite: [clientEndpointsModule()] },
        globPatterns: ['**/*.{html,js,css,woff2,webmanifest}', SAVED_ICON.slice(1)],
        // Hosting serves it with status 404, which would fail the worker's installation.
        globIgnores: ['404.html'],
        manifestTransforms: [
          (entries) => ({
            manifest: entries
              .filter(({ url }) => visitors.includes(url))
              .map((entry) => ({ ...entry, url: hostedPath(entry.url) })),
          }),
        ],
      },
    }),
  ];
}
