import { setImmediate as nextTurn } from 'node:timers/promises';
import type { RequestHandler, Response } from 'express';
import { ApiError, type Endpoint } from '../contract/index.ts';
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

/**
 * Starts one request in each turn of the event loop. If all that have arrived started in the same turn, a response
 * that needs several turns would each time wait for all of them.
 */
export function oneATurn(): RequestHandler {
  const inTurn = createQueue({ places: 1_000, full: 'Too many others wait for a response.' });
  return async (_request, response, next) => {
    await inTurn(() => nextTurn(), { signal: disconnection(response) });
    next();
  };
}

/** Responds with 404 to a path that nothing has. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'There is nothing here.');
};
