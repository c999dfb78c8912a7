import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { clientEndpointsModule } from './build/client-endpoints.ts';
import { inlineIcon } from './build/inline-icon.ts';
import { plainImports } from './build/plain-imports.ts';
import { prerenderPages } from './build/prerender.ts';
import { pruneRouter } from './build/prune-router.ts';
import { installableSite } from './pwa/plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  plugins: [
    react(),
    clientEndpointsModule(),
    plainImports(),
    pruneRouter(),
    ...(isSsrBuild ? [] : [inlineIcon(), prerenderPages(), installableSite()]),
  ],
  resolve: {
    alias: { 'functions/contract': here('../functions/src/contract/index.ts') },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2024',
    // One file: a prerendered screen needs its style before its code.
    cssCodeSplit: false,
    sourcemap: false,
    modulePreload: false,
    rolldownOptions: {
      // The contract's schemas stay behind: the site uses its constants and pure functions alone.
      treeshake: { moduleSideEffects: [{ test: /functions\/src\/contract/, sideEffects: false }] },
      output: {
        codeSplitting: {
          // What every screen needs is one file, however the lazy ones share it.
          groups: [
            { name: 'initial', tags: ['$initial'] },
            { name: 'story', test: /web\/src\/features\/story\// },
            // The two screens of a single fact share most of their code, and none of it is long.
            {
              name: 'fact',
              test: /web\/src\/(features\/jokes\/(random|fact|single)|components\/busy-button)/,
            },
          ],
        },
      },
    },
  },
}));
