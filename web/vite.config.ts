import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { installableSite } from './pwa/plugin.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig({
  root: here('.'),
  plugins: [react(), installableSite()],
  resolve: {
    alias: { 'functions/contract': here('../functions/src/contract/index.ts') },
  },
  build: {
    outDir: here('dist'),
    emptyOutDir: true,
    target: 'es2024',
    sourcemap: false,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        codeSplitting: {
          // What every screen needs is one file, however the lazy ones share it.
          groups: [{ name: 'initial', tags: ['$initial'] }],
        },
      },
    },
  },
});
