import type { RequestHandler } from 'express';
import { withDeadline } from '../concurrency/deadline.ts';
import { ApiError, limits, type Endpoint } from '../contract/index.ts';

/** Converts a path such as `/admin/edit/{id}` to Express's syntax, `/admin/edit/:id`. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

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

/** Handles requests with what is loaded when the first of them arrives, and again after a failure. */
export function loadedOnUse(load: () => Promise<RequestHandler>): RequestHandler {
  let loading: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    loading ??= load();
    loading.catch(() => (loading = undefined));
    const handle = await loading;
    await handle(request, response, next);
  };
}

/**
 * The result of handling a request.
 * @throws ApiError unavailable after `seconds`
 */
export function inTime<Result>(
  handled: Promise<Result>,
  seconds: number = limits.requestTimeoutSeconds,
): Promise<Result> {
  return withDeadline(
    handled,
    seconds * 1_000,
    () => new ApiError('unavailable', 'This took too long. Please try again.', { retryAfter: 10 }),
  );
}
