import type { Plugin } from 'vite';
import { clientEndpoints, errorSchema } from '../../functions/src/contract/client-endpoints.ts';

/** The endpoints that visitors call. All others load the first time one of them is called. */
const VISITOR_ENDPOINTS: readonly string[] = [
  'listJokes',
  'getRandomJoke',
  'listTopJokes',
  'listNewestJokes',
  'getJoke',
  'rateJoke',
  'submitJoke',
];

function endpointsWhere(isIncluded: (name: string) => boolean): string {
  const entries = Object.entries(clientEndpoints()).filter(([name]) => isIncluded(name));
  return `export const endpoints = ${JSON.stringify(Object.fromEntries(entries))};\n`;
}

const SOURCES: Record<string, () => string> = {
  'virtual:client-endpoints': () =>
    endpointsWhere((name) => VISITOR_ENDPOINTS.includes(name)) +
    `export const errorSchema = ${JSON.stringify(errorSchema())};\n`,
  'virtual:admin-endpoints': () => endpointsWhere((name) => !VISITOR_ENDPOINTS.includes(name)),
};

/**
 * Serves the endpoint table as plain data, so that the site can check every response against the
 * contract without bundling the schema library (docs/decisions, 12).
 */
export function clientEndpointsModule(): Plugin {
  return {
    name: 'client-endpoints',
    resolveId: { filter: { id: /^virtual:\w+-endpoints$/ }, handler: (id) => `\0${id}` },
    load: {
      filter: { id: /^\0virtual:\w+-endpoints$/ },
      handler: (id) => SOURCES[id.slice(1)]?.(),
    },
  };
}
