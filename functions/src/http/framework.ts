import { subscribe } from 'node:diagnostics_channel';
import type { IncomingMessage, RequestListener } from 'node:http';
import * as z from 'zod';

const requestStart = z.object({
  request: z.custom<IncomingMessage>((value) => value instanceof Object && 'headers' in value),
});

/** The headers by which body parsers recognize that a request has a body (RFC 9112 §6.3). */
const BODY_HEADERS = ['content-length', 'transfer-encoding'] as const;

function canDecode(url: string): boolean {
  try {
    decodeURI(url);
    return true;
  } catch {
    return false;
  }
}

/** The URLs that the Functions Framework must not see, because it can't decode them. It parses the query of all others. */
const hiddenUrls = new WeakMap<IncomingMessage, string>();

function hide(request: IncomingMessage): void {
  for (const name of BODY_HEADERS) delete request.headers[name];
  const { url = '/' } = request;
  if (canDecode(url)) return;
  hiddenUrls.set(request, url);
  request.url = '/';
}

function show(request: IncomingMessage): void {
  const { headers, headersDistinct } = request;
  for (const name of BODY_HEADERS) {
    const value = headersDistinct[name]?.[0];
    if (value !== undefined) headers[name] = value;
  }
  const url = hiddenUrls.get(request);
  if (url !== undefined) Object.assign(request, { url, originalUrl: url });
}

/**
 * Keeps the Functions Framework from handling what the application must handle. The framework would
 * decompress and parse bodies of up to 1 GB before the application runs, and respond with its own HTML
 * page to a URL that it can't decode. So the headers that announce a body, and such a URL, are hidden
 * until the request reaches the application. Node publishes `http.server.request.start` before any
 * listener runs (https://nodejs.org/api/diagnostics_channel.html#http).
 * @returns the application, for the framework to call
 */
export function hideFromFramework(application: RequestListener): RequestListener {
  subscribe('http.server.request.start', (message) => hide(requestStart.parse(message).request));
  return (request, response) => {
    show(request);
    application(request, response);
  };
}
