import type { Plugin } from 'vite';
import { clientEndpoints, errorShape } from '../../functions/src/contract/client-endpoints.ts';

/**
 * Serves the endpoint table as plain data, so that the site can check every response against the
 * contract without loading the schema library (docs/decisions, 21).
 */
export function clientEndpointsModule(): Plugin {
  return {
    name: 'client-endpoints',
    resolveId: { filter: { id: /^virtual:client-endpoints$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:client-endpoints$/ },
      handler: () =>
        `export const endpoints = ${JSON.stringify(clientEndpoints())};\n` +
        `export const errorShape = ${JSON.stringify(errorShape())};\n`,
    },
  };
}
