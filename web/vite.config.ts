import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { VitePWA } from 'vite-plugin-pwa';
import { apiReferenceModule } from './build/api-reference.ts';
import { scopedName } from './build/class-names.ts';
import { prerenderPages } from './build/prerender.ts';
import { webManifest } from './web-manifest.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

/** Modules that only signed-in users load. */
const ADMIN_MODULE =
  /\/web\/src\/admin\/|\/(?:generate-image-button|image-generation)|\/node_modules\/@?firebase\//;

export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  plugins: [
    react(),
    apiReferenceModule(),
    ...(isSsrBuild
      ? []
      : [
          prerenderPages(),
          VitePWA({
            registerType: 'prompt',
            // src/offline registers the worker, after the first view.
            injectRegister: false,
            manifest: webManifest,
            includeManifestIcons: false,
            strategies: 'injectManifest',
            srcDir: 'src/offline',
            filename: 'sw.ts',
            injectManifest: {
              rollupFormat: 'iife',
              // The Chromium-based browsers load this icon with the manifest, before they offer to install.
              globPatterns: ['app.html', 'assets/*.{js,css,woff2}', 'icons/icon-192.png'],
              // What only works online, and letters that few facts have; offline, these have the fallback typeface.
              globIgnores: ['assets/{developers,search}-screen-*', 'assets/text-latin-ext-*'],
            },
          }),
        ]),
  ],
  resolve: {
    alias: {
      'functions/contract': here('../functions/src/contract/index.ts'),
      'functions/domain': here('../functions/src/domain/index.ts'),
    },
  },
  css: { modules: { generateScopedName: scopedName } },
  // How to reach whoever runs the site, as a link; see functions/src/parameters.ts.
  define: { 'import.meta.env.CONTACT': JSON.stringify(process.env['CONTACT'] ?? '') },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    // The oldest browsers that the README names.
    target: ['chrome111', 'firefox115', 'safari16.4'],
    // One file: prerendered screens need their styles before their code loads.
    cssCodeSplit: false,
    sourcemap: false,
    modulePreload: false,
    rolldownOptions: {
      input: { index: here('src/main.tsx') },
      // Drops the contract's schemas and unused texts: the site uses only constants and pure functions.
      treeshake: {
        moduleSideEffects: [{ test: /functions\/src\/(?:contract|domain)/, sideEffects: false }],
      },
      output: {
        // The service worker saves nothing in that folder.
        chunkFileNames: ({ moduleIds }) =>
          moduleIds.some((id) => ADMIN_MODULE.test(id))
            ? 'assets/admin/[name]-[hash].js'
            : 'assets/[name]-[hash].js',
        codeSplitting: {
          // Everything that all screens need is one file, however lazy screens share it.
          groups: [
            { name: 'initial', tags: ['$initial'] },
            // In the domain's index, which all screens import, but only forms and searches use it.
            {
              name: 'texts',
              test: /functions\/src\/domain\/(?:search-words|joke-length)/,
              priority: 1,
              includeDependenciesRecursively: false,
            },
            // What shows one fact, in the review queue too.
            {
              name: 'one-fact',
              test: /web\/src\/(?:ui\/large-joke|facts\/(?:another-link|single-|use-fact-|random-)|screens\/(?:joke|random|related|single)-)/,
            },
            // What dialogs and forms need, and the form for facts, whose screen would load six scripts otherwise.
            {
              name: 'forms',
              test: /web\/src\/(?:ui\/(?:badge|dialog|keys-dialog|tabs|text-field)|screens\/submit\/|facts\/own-submissions)|functions\/src\/domain\/quotas|\/(?:useMutation|useQueries)\./,
            },
            // One script, after the first view.
            {
              name: 'offline',
              test: /web\/src\/(?:offline|ui\/dock)|\/pwa-register\/|\/workbox-window\//,
            },
            { name: 'story', test: /web\/src\/screens\/story\/(?!privacy)/ },
          ],
        },
      },
    },
  },
}));
