import { parseCookie } from 'cookie';
import { Router, type Request, type Response } from 'express';
import * as z from 'zod';
import {
  API_BASE_PATH,
  ApiError,
  endpoints,
  type Endpoint,
  type EndpointName,
} from '../contract/index.ts';
import { DAY_MS } from '../domain/index.ts';
import { inTime } from '../platform/deadline.ts';
import type { Identify } from '../platform/identity.ts';
import type { Tools } from '../platform/tools.ts';
import { parseInput, readBody, type ApiCall, type Handler, type Handlers } from './api-call.ts';
import { authenticate } from './authenticate.ts';
import { clientNetwork } from './client-network.ts';
import { toApiError } from './error-handler.ts';
import { addLogFields } from './request-log.ts';
import type { ResponseCache } from './response-cache.ts';
import { disconnection, expressPath, namesOf, refuseMethod } from './routing.ts';

/** The only cookie that Hosting forwards to a function. */
const SESSION_COOKIE = '__session';
/** The paths that use the cookie. On others it would split the CDN's cache by browser. */
const COOKIE_PATHS = { voter: ['/ratings', '/reports'], 'known-browser': ['/admin/login'] };
/** The longest lifetime of a cookie that browsers allow. */
const maxAge = 400 * DAY_MS;

const file = z.instanceof(Uint8Array);

/** Express's names of the methods. */
const ROUTE_METHODS = { GET: 'get', POST: 'post', PUT: 'put', DELETE: 'delete' } as const;

interface Options extends Pick<Tools, 'config' | 'startCall' | 'timeout'> {
  identify: Identify;
  /** Rejects if nothing may be written. */
  beforeWrite: () => Promise<unknown>;
  responseCache: ResponseCache;
}

/**
 * The error of a call that may have stored something: 503 would say that it has not, and will not.
 * @param key its `Idempotency-Key`, if it reads one
 */
function unlessUnknown(thrown: unknown, key: string | undefined): unknown {
  if (toApiError(thrown).code !== 'unavailable') return thrown;
  const advice =
    key === undefined
      ? 'Check before you try again.'
      : 'Send it again with the same Idempotency-Key.';
  const detail = `The database has not answered, so this may have been saved. ${advice}`;
  return new ApiError('outcome_unknown', detail, { cause: thrown });
}

async function respond<Name extends EndpointName>(
  name: Name,
  handler: Handler<Name>,
  { identify, config, startCall, timeout, beforeWrite, responseCache }: Options,
  request: Request,
  response: Response,
): Promise<void> {
  addLogFields(response, { operation: name });
  const endpoint: Endpoint = endpoints[name];
  const { cache } = endpoint;
  const cookiePaths = endpoint.cookie
    ? COOKIE_PATHS[endpoint.cookie].map((path) => API_BASE_PATH + path)
    : [];
  const network = clientNetwork(request, config.trustedProxyHops);
  // On the emulators the site has no HTTPS, and WebKit drops a secure cookie from there.
  const cookieOptions = { httpOnly: true, secure: !config.onEmulators, sameSite: 'lax' } as const;
  if (network.direct) addLogFields(response, { direct: true });
  let personal = request.get('authorization') !== undefined;
  const isWrite = endpoint.method !== 'GET';
  // What a write has begun is stored, whether its client waits or not.
  const state = startCall(endpoint.timeoutSeconds, isWrite ? undefined : disconnection(response));
  const handle = async () => {
    if (isWrite) await beforeWrite();
    // First the bearer, so that no body is read for a call without permission.
    const identity = await authenticate(request, name, identify);
    if (isWrite) await readBody(request, response, endpoint, timeout);
    const cookies = endpoint.cookie ? parseCookie(request.get('cookie') ?? '') : {};
    const call: ApiCall<Name> = {
      input: parseInput(name, request),
      identity,
      network,
      state,
      sessionCookie: cookies[SESSION_COOKIE],
      setSessionCookie(value) {
        personal = true;
        for (const path of cookiePaths) {
          response.cookie(SESSION_COOKIE, value, { ...cookieOptions, path, maxAge });
        }
      },
    };
    const output = await handler(call);
    return endpoint.output ? endpoint.output.parse(output) : output;
  };
  const version = responseCache.version();
  const body = await inTime(handle(), state.signal).catch((error: unknown) => {
    const key = endpoint.headers && request.get('idempotency-key');
    throw state.mayBeStored ? unlessUnknown(error, key) : error;
  });
  response.status(endpoint.success ?? 200);
  if (!endpoint.output) {
    const { fileType = 'application/octet-stream' } = endpoint;
    response.set('Cache-Control', responseCache.cacheControl(cache, personal));
    response.type(fileType).send(Buffer.from(file.parse(body)));
    return;
  }
  await responseCache.send(request, response, {
    operation: name,
    cache: personal ? undefined : cache,
    type: 'json',
    text: JSON.stringify(body),
    version,
    signal: state.signal,
  });
}

/**
 * A router with every endpoint of the contract. Permission, validation, deadline and caching are implemented here
 * for all of them.
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
