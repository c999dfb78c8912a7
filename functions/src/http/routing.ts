import type { RequestHandler } from 'express';
import { ApiError, type CachePolicy, type Endpoint } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { withDeadline } from '../platform/deadline.ts';

/** Converts a path such as `/admin/edit/{id}` to Express's syntax, `/admin/edit/:id`. */
export const expressPath = (path: string) => path.replace(/\{(\w+)\}/g, ':$1');

/** The names in a table of endpoints or pages, in its order. */
export function namesOf<Name extends string>(table: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(table).filter((name): name is Name => name in table);
}

/** Responds with 405 to a method that a known path does not have. */
export function refuseMethod(methods: readonly Endpoint['method'][]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return (request, response) => {
    response.set('Allow', allowed.join(', '));
    throw new ApiError('method_not_allowed', `${request.method} is not allowed here.`);
  };
}

/** Responds with 404 to a path that nothing has. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'There is nothing here.');
};

/**
 * The Cache-Control header of a response that nobody may store, and of every error: without it Hosting would
 * cache a 404 for ten minutes.
 */
export const PRIVATE = 'private, no-store';

/**
 * The Cache-Control header of a successful response.
 * @param policy undefined if the response is never cached
 * @param personal whether the response is for this client only: the request has a bearer or a valid
 *   signature, or the response sets a cookie
 */
export function cacheControl(policy: CachePolicy | undefined, personal: boolean): string {
  if (!policy || personal) return PRIVATE;
  return `public, max-age=${policy.browserSeconds ?? 0}, s-maxage=${policy.seconds}`;
}

/** Passes on what responds to a request. @throws ApiError unavailable after `seconds` */
export function inTime<Result>(
  work: Promise<Result>,
  seconds: number = limits.requestTimeoutSeconds,
): Promise<Result> {
  const detail = 'This took too long. Please try again.';
  const late = () => new ApiError('unavailable', detail, { retryAfter: 10 });
  return withDeadline(work, seconds * 1_000, late);
}

/** The headers of a response that scripts of all sites may read. */
export const ANY_ORIGIN = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'X-Request-Id, Retry-After',
};

/**
 * Lets scripts of all sites read the responses of a route, errors too, without credentials: never to a request with a
 * bearer. It is the same for each origin, so that the CDN needs no copy for each.
 */
export const shareWithAnyOrigin: RequestHandler = (request, response, next) => {
  if (request.headers.authorization === undefined) response.set(ANY_ORIGIN);
  next();
};

/** Responds to a browser that asks whether a script of another site may send a GET. */
export const answerPreflight: RequestHandler = (request, response, next) => {
  if (!/^(GET|HEAD)$/.test(request.get('access-control-request-method') ?? '')) return next();
  response.set({
    ...ANY_ORIGIN,
    'Access-Control-Allow-Methods': 'GET, HEAD',
    'Access-Control-Allow-Headers':
      'Cache-Control, Content-Type, If-None-Match, User-Agent, X-Requested-With',
    // The longest time that Chromium remembers it.
    'Access-Control-Max-Age': '7200',
    'Cache-Control': PRIVATE,
  });
  response.status(204).end();
};
