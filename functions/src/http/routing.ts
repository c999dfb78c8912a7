import type { RequestHandler } from 'express';
import { ApiError, type Endpoint } from '../contract/index.ts';

/** Converts a path such as `/admin/edit/{id}` to Express's syntax, `/admin/edit/:id`. */
export function expressPath(path: string): string {
  return path.replace(/\{(\w+)\}/g, ':$1');
}

/** Responds with 405 to a method that a known path does not have. */
export function refuseMethod(methods: readonly Endpoint['method'][]): RequestHandler {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  return (request, response) => {
    response.set('Allow', allowed.join(', '));
    throw new ApiError('method_not_allowed', `${request.method} is not allowed here.`);
  };
}
