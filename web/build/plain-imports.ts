import type { Plugin } from 'vite';

const HELPER = /^\0vite\/preload-helper\.js$/;

/**
 * Leaves dynamic imports as they are. Vite wraps each one in a function that preloads styles and
 * shared chunks. The site does not need it: it has a single style sheet, and what visitors load
 * later is one chunk each, or two of which one is tiny.
 */
export function plainImports(): Plugin {
  return {
    name: 'plain-imports',
    apply: 'build',
    enforce: 'pre',
    load: {
      order: 'pre',
      filter: { id: HELPER },
      handler: () => 'export const __vitePreload = (load) => load();',
    },
  };
}
