import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { apiReferenceModule } from './build/api-reference.ts';
import { scopedName } from './build/class-names.ts';
import { prerenderPages } from './build/prerender.ts';
import { installableSite } from './pwa/plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ isSsrBuild }) => ({
  root: here('.'),
  plugins: [
    react(),
    apiReferenceModule(),
    ...(isSsrBuild ? [] : [prerenderPages(), installableSite()]),
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
              test: /web\/src\/(?:ui\/large-joke|facts\/(?:another-link|single-|use-fact-|random-)|screens\/(?:joke|random|related|vote)-)/,
            },
            { name: 'story', test: /web\/src\/screens\/story\/(?!privacy)/ },
          ],
        },
      },
    },
  },
}));
