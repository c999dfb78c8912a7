import type { Plugin } from 'vite';
import { clientEndpoints, errorSchema } from '../../functions/src/contract/client-endpoints.ts';

const NAME = 'virtual:client-endpoints';

/**
 * Serves the table of endpoints as plain data, so that the site checks every answer against the
 * contract without carrying the schema library (docs/decisions, 12).
 */
export function clientEndpointsModule(): Plugin {
  return {
    name: 'client-endpoints',
    resolveId: { filter: { id: new RegExp(`^${NAME}$`) }, handler: () => `\0${NAME}` },
    load: {
      filter: { id: new RegExp(`^\\0${NAME}$`) },
      handler: () =>
        `export const endpoints = ${JSON.stringify(clientEndpoints())};\n` +
        `export const errorSchema = ${JSON.stringify(errorSchema())};\n`,
    },
  };
}
