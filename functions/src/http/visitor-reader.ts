import {
  API_BASE_PATH,
  endpoints,
  type ReadForPage,
  type ScreenEndpoint,
} from '../contract/index.ts';
import { visitor } from '../platform/identity.ts';
import type { ApiCall, Handlers } from './api-call.ts';
import { parseInput } from './read-input.ts';

/** The parameters in a path of an endpoint. */
function paramsOf(name: ScreenEndpoint, path: string): Record<string, string> {
  const pattern = API_BASE_PATH + endpoints[name].path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
  return { ...new RegExp(`^${pattern}$`).exec(path)?.groups };
}

/**
 * Reads for pages with the handlers of the API, as a visitor's call does.
 * @returns for the page that somebody waits for, the function that reads for it
 */
export function visitorReader(handlers: Handlers<ScreenEndpoint>) {
  const call = <Name extends ScreenEndpoint>(
    name: Name,
    url: string,
    waiting: Pick<ApiCall<Name>, 'network' | 'signal'>,
  ) => {
    const [path = '', search] = url.split('?');
    return handlers[name]({
      input: parseInput(name, {
        params: paramsOf(name, path),
        query: Object.fromEntries(new URLSearchParams(search)),
      }),
      identity: visitor,
      ...waiting,
      sessionCookie: undefined,
      setSessionCookie: () => undefined,
      clearSessionCookie: () => undefined,
    });
  };
  return (waiting: Pick<ApiCall<ScreenEndpoint>, 'network' | 'signal'>): ReadForPage =>
    async (name, url) =>
      endpoints[name].output.parse(await call(name, url, waiting));
}
