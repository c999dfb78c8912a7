import { randomUUID } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Log } from '../context.ts';

/** The trace id that Google's front end gives a request. */
const TRACE = /^([0-9a-f]{32})\//;

/**
 * Gives every request an id, sent back as X-Request-Id, and writes one line when it ends: what was
 * called, how it ended and how long it took. No query, body, cookie, token or address is logged.
 * @param clock milliseconds since the epoch
 */
export function logRequests(log: Log, clock: () => number): RequestHandler {
  return (request, response, next) => {
    const requestId = TRACE.exec(request.get('x-cloud-trace-context') ?? '')?.[1] ?? randomUUID();
    const started = clock();
    const { method, path } = request;
    response.set('X-Request-Id', requestId);
    response.once('close', () => {
      log({
        severity: response.statusCode >= 500 ? 'WARNING' : 'INFO',
        message: `${method} ${path} ${response.statusCode}`,
        request_id: requestId,
        status: response.statusCode,
        latency_ms: clock() - started,
        finished: response.writableFinished,
      });
    });
    next();
  };
}
