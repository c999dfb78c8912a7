import type { Plugin } from 'vite';
import { clientEndpoints, errorShape } from '../../functions/src/contract/client-endpoints.ts';

/** Serves data as the exports of a module, `virtual:{name}`. */
export function dataModule(name: string, data: () => object): Plugin {
  const id = `virtual:${name}`;
  return {
    name,
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    load: (asked) =>
      asked === `\0${id}`
        ? Object.entries(data())
            .map(([key, value]) => `export const ${key} = ${JSON.stringify(value)};\n`)
            .join('')
        : undefined,
  };
}

/**
 * Serves the endpoint table as plain data, so that the site can check every response against the
 * contract without loading the schema library (docs/decisions, 21).
 */
export const clientEndpointsModule = (): Plugin =>
  dataModule('client-endpoints', () => ({
    endpoints: clientEndpoints(),
    errorShape: errorShape(),
  }));
