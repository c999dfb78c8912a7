import type { Plugin } from 'vite';

/**
 * Lets the bundler leave out what the site does not use of react-router, which is one file: what it
 * creates at its top level is marked as free of side effects, and names for React's developer tools
 * go. Without it the router takes 11.7 KB of the first view instead of about 5 (docs/decisions, 12).
 */
export function pruneRouter(): Plugin {
  return {
    name: 'prune-router',
    apply: 'build',
    transform: {
      filter: { id: /\/react-router\/dist\// },
      handler: (code) => ({
        code: code
          .replace(/^\w+\.(?:displayName|contextType) = .*;$/gm, '')
          .replace(/= (React\d*\.(?:createContext|memo|forwardRef)\()/g, '= /* @__PURE__ */ $1'),
        map: null,
      }),
    },
  };
}
