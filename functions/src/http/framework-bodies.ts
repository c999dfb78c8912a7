import { subscribe } from 'node:diagnostics_channel';
import { IncomingMessage, type RequestListener } from 'node:http';
import * as z from 'zod/mini';

const requestStart = z.object({ request: z.instanceof(IncomingMessage) });

/** The headers by which body parsers recognize that a request has a body (RFC 9112 §6.3). */
const BODY_HEADERS = ['content-length', 'transfer-encoding'] as const;

function hideBody({ headers }: IncomingMessage): void {
  for (const name of BODY_HEADERS) delete headers[name];
}

function showBody({ headers, headersDistinct }: IncomingMessage): void {
  for (const name of BODY_HEADERS) {
    const value = headersDistinct[name]?.[0];
    if (value !== undefined) headers[name] = value;
  }
}

/**
 * Keeps the Functions Framework from reading request bodies: it would decompress and parse up to 1 GB
 * before the application runs. The headers that announce a body are removed until the request reaches
 * the application. Node publishes `http.server.request.start` before any listener runs
 * (https://nodejs.org/api/diagnostics_channel.html#http).
 * @returns the application, for the framework to call
 */
export function withUnparsedBodies(application: RequestListener): RequestListener {
  subscribe('http.server.request.start', (message) =>
    hideBody(requestStart.parse(message).request),
  );
  return (request, response) => {
    showBody(request);
    application(request, response);
  };
}
