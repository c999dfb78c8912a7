import { subscribe } from 'node:diagnostics_channel';
import type { Domain } from 'node:domain';
import type { IncomingMessage, RequestListener } from 'node:http';
import * as z from 'zod';
import { failing } from './answer.ts';

const requestStart = z.object({
  request: z.custom<IncomingMessage>((value) => value instanceof Object && 'headers' in value),
});

/** The headers by which body parsers recognize that a request has a body (RFC 9112 §6.3). */
const BODY_HEADERS = ['content-length', 'transfer-encoding'] as const;

/** A URL whose path can be decoded: in one that can't be, each percent sign stands for itself. */
function decodable(url = '/'): string {
  const [path = ''] = url.split('?', 1);
  try {
    decodeURI(path);
    return url;
  } catch {
    return path.replaceAll('%', '%25') + url.slice(path.length);
  }
}

/** Answers the request during which something was thrown outside a promise. Without one, the process ends. */
function failRequest(error: unknown): void {
  const fail = failing.getStore();
  if (fail) fail(error);
  else process.exit(1);
}

/** Leaves the domain that code runs in, if any. Node's types leave it out. */
function leaveDomain(): void {
  const { domain }: Pick<NodeJS.Process, 'pid'> & { domain?: Domain } = process;
  domain?.exit();
}

/**
 * Keeps the Functions Framework from handling what the application must handle. The framework would
 * decompress and parse bodies of up to 1 GB before the application runs, so the headers that announce a body are
 * hidden until the request reaches the application. To a path that it can't decode it would respond with its own page,
 * and log the path. Node publishes `http.server.request.start` before any listener runs
 * (https://nodejs.org/api/diagnostics_channel.html#http).
 *
 * It would also run each request in a domain (https://nodejs.org/api/domain.html), with which Node tracks all promises: a
 * quarter of the CPU of a vote. And of what is thrown outside a promise it would make a response of its own to the latest
 * request, and end the process.
 * @returns the application, for the framework to call
 */
export function hideFromFramework(application: RequestListener): RequestListener {
  subscribe('http.server.request.start', (message) => {
    const { request } = requestStart.parse(message);
    for (const name of BODY_HEADERS) delete request.headers[name];
    request.url = decodable(request.url);
  });
  // When the first request arrives, the framework has added its listeners.
  let replaceListeners = () => {
    process.removeAllListeners('unhandledRejection').removeAllListeners('uncaughtException');
    process.on('uncaughtException', failRequest);
    replaceListeners = () => undefined;
  };
  return (request, response) => {
    leaveDomain();
    replaceListeners();
    for (const name of BODY_HEADERS) {
      const value = request.headersDistinct[name]?.[0];
      if (value !== undefined) request.headers[name] = value;
    }
    application(request, response);
  };
}
