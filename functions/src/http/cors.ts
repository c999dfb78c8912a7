import type { RequestHandler, Response } from 'express';
import { PRIVATE } from './routing.ts';

const ALLOW_ORIGIN = 'Access-Control-Allow-Origin';

/** For browsers, which send one of these methods in a preflight. */
const METHODS = ['GET', 'HEAD'];

/** What clients send with a GET, besides what needs no permission. Not Authorization. */
const REQUEST_HEADERS = [
  'Cache-Control',
  'Content-Type',
  'If-None-Match',
  'User-Agent',
  'X-Requested-With',
];

/** The longest time that Chromium remembers a preflight. */
const PREFLIGHT_SECONDS = 7_200;

/** The response headers that scripts of other sites may read, besides those that need no permission. */
export const EXPOSED_HEADERS = ['X-Request-Id', 'Retry-After'] as const;

/** Whether scripts of other sites may read a response. */
export function allowsAnyOrigin(response: Response): boolean {
  return response.hasHeader(ALLOW_ORIGIN);
}

/**
 * Lets scripts of all sites read a response, without credentials. It is the same for each origin, so that
 * the CDN needs no copy for each.
 */
export function allowAnyOrigin(response: Response): void {
  response.setHeader(ALLOW_ORIGIN, '*');
  response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS.join(', '));
}

/** Lets scripts of all sites read the responses of a route, errors too, except to a request with a bearer. */
export const shareWithAnyOrigin: RequestHandler = (request, response, next) => {
  if (request.headers.authorization === undefined) allowAnyOrigin(response);
  next();
};

/** Responds to a browser that asks whether a script of another site may send a GET. */
export const answerPreflight: RequestHandler = (request, response, next) => {
  if (!METHODS.includes(request.get('access-control-request-method') ?? '')) return next();
  allowAnyOrigin(response);
  response.set({
    'Access-Control-Allow-Methods': METHODS.join(', '),
    'Access-Control-Allow-Headers': REQUEST_HEADERS.join(', '),
    'Access-Control-Max-Age': String(PREFLIGHT_SECONDS),
    'Cache-Control': PRIVATE,
  });
  response.status(204).end();
};
