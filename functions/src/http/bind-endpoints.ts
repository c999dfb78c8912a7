import { parseCookie } from 'cookie';
import { Router, type Request, type Response } from 'express';
import * as z from 'zod';
import { API_BASE_PATH, endpoints, type Endpoint, type EndpointName } from '../contract/index.ts';
import { DAY_MS } from '../domain/index.ts';
import type { Caller, Identify } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import type { Answer } from './answer.ts';
import { parseInput, readBody, type Handler, type Handlers } from './api-call.ts';
import { authenticate } from './authenticate.ts';
import { expressPath, namesOf, refuseMethod } from './routing.ts';

/** The only cookie that Hosting forwards to a function. */
const SESSION_COOKIE = '__session';
/** The paths that use the cookie. On others it would split the CDN's cache by browser. */
const COOKIE_PATHS = { voter: ['/ratings', '/reports'], 'known-browser': ['/admin/login'] };
/** The longest lifetime of a cookie that browsers allow. */
const maxAge = 400 * DAY_MS;

const file = z.instanceof(Uint8Array);

/** Express's names of the methods. */
const ROUTE_METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

interface Options extends Pick<Tools, 'config' | 'timeout'> {
  answer: Answer;
  identify: Identify;
  /** Rejects if nothing may be written. */
  beforeWrite: () => Promise<unknown>;
}

async function respond<Name extends EndpointName>(
  name: Name,
  handler: Handler<Name>,
  { answer, identify, config, timeout, beforeWrite }: Options,
  request: Request,
  response: Response,
): Promise<void> {
  const endpoint: Endpoint = endpoints[name];
  const { cache, success: status, fileType = 'application/octet-stream' } = endpoint;
  const isWrite = endpoint.method !== 'GET';
  const cookiePaths = endpoint.cookie ? COOKIE_PATHS[endpoint.cookie] : [];
  // On the emulators the site has no HTTPS, and WebKit drops a secure cookie from there.
  const cookieOptions = { httpOnly: true, secure: !config.onEmulators, sameSite: 'lax' } as const;
  const make = async (caller: Caller) => {
    if (isWrite) await beforeWrite();
    // First the bearer, so that no body is read for a call without permission.
    const identity = await authenticate(request, name, identify);
    if (isWrite) await readBody(request, response, endpoint, timeout);
    const cookies = endpoint.cookie ? parseCookie(request.get('cookie') ?? '') : {};
    const output = await handler({
      ...caller,
      identity,
      input: parseInput(name, request),
      sessionCookie: cookies[SESSION_COOKIE],
      setSessionCookie(value) {
        for (const path of cookiePaths) {
          const options = { ...cookieOptions, path: API_BASE_PATH + path, maxAge };
          response.cookie(SESSION_COOKIE, value, options);
        }
      },
    });
    if (endpoint.output) {
      const text = JSON.stringify(endpoint.output.parse(output));
      return { type: 'json', text, cache, status, isRepeated: true };
    }
    const text = Buffer.from(file.parse(output));
    return { type: fileType, text, cache, status, isRepeated: false };
  };
  await answer(request, response, name, make, endpoint);
}

/**
 * A router with every endpoint of the contract. Permission and validation are implemented here for all of them.
 */
export function bindEndpoints(handlers: Handlers, options: Options): Router {
  const router = Router({ caseSensitive: true });
  for (const [path, names] of Map.groupBy(namesOf(endpoints), (name) => endpoints[name].path)) {
    const route = router.route(expressPath(path));
    const bind = <Name extends EndpointName>(name: Name) => {
      const handler: Handler<Name> = handlers[name];
      route[ROUTE_METHODS[endpoints[name].method]]((request, response) =>
        respond(name, handler, options, request, response),
      );
    };
    for (const name of names) bind(name);
    route.all(refuseMethod(names.map((name) => endpoints[name].method)));
  }
  return router;
}
