import { defineConfig } from 'vite';

// Built for the same browsers as the site (web/vite.config.ts).
export default defineConfig({
  root: import.meta.dirname,
  build: { target: 'es2024', modulePreload: { polyfill: false }, emptyOutDir: true },
});
