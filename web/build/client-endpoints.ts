import type { Plugin } from 'vite';
import { clientEndpoints, errorSchema } from '../../functions/src/contract/client-endpoints.ts';

/** What visitors call. Whatever else there is comes when it is first called. */
const OF_VISITORS: readonly string[] = [
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
    endpointsWhere((name) => OF_VISITORS.includes(name)) +
    `export const errorSchema = ${JSON.stringify(errorSchema())};\n`,
  'virtual:admin-endpoints': () => endpointsWhere((name) => !OF_VISITORS.includes(name)),
};

/**
 * Serves the table of endpoints as plain data, so that the site checks every answer against the
 * contract without carrying the schema library (docs/decisions, 12).
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
