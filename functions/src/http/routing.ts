import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler, Response } from 'express';
import {
  API_BASE_PATH,
  ApiError,
  COMPAT_BASE_PATH,
  endpoints,
  pages,
  type Endpoint,
} from '../contract/index.ts';
import { createQueue } from '../platform/queue.ts';

const GONE = new ApiError('unavailable', 'Nobody waits for this anymore.', { shed: true });

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

/** A signal that is aborted when the client of a response disconnects, or has all of it. */
export function disconnection(response: Response): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => controller.abort(GONE));
  return controller.signal;
}

/** All paths that have something, as the tables spell them. */
const PATHS = [
  ...Object.values(endpoints).map(({ path }) => API_BASE_PATH + path),
  `${COMPAT_BASE_PATH}/jokes/{call}`,
  ...Object.values(pages).map(({ path }) => path),
];

/**
 * Starts one request in each turn of the event loop. If all that have arrived started in the same turn, a response
 * that needs several turns would each time wait for all of them. Those for one path, whatever its parameters, wait in a
 * line of their own, and the lines take turns, so that nobody waits for a crowd that asks for something else.
 */
export function oneATurn(): RequestHandler {
  const inTurn = createQueue();
  const lines = PATHS.map((path) => {
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}/?$`);
    return { pattern, inLine: createQueue() };
  });
  const unknown = { inLine: createQueue() };
  return async ({ path }, response, next) => {
    const { inLine } = lines.find(({ pattern }) => pattern.test(path)) ?? unknown;
    const signal = disconnection(response);
    await inLine(() => inTurn(() => nextTurn()), { signal });
    next();
  };
}

/** Responds with 404 to a path that nothing has. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'There is nothing here.');
};
