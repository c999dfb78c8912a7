import type { Plugin } from 'vite';

const HELPER = /^\0vite\/preload-helper\.js$/;

/**
 * Lets dynamic imports be what they are. Vite's own function around each asks for styles and for
 * further parts of what is imported at the same time; the site has one style sheet, and what
 * visitors load late is in one part each, or in two of which one is tiny.
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
