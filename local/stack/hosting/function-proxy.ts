import {
  Agent,
  request as openRequest,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';

// Source: https://firebase.google.com/docs/hosting/functions ("a 60-second request timeout").
const HOSTING_LIMIT_MS = 60_000;

// Headers of a single connection (RFC 9110 §7.6.1). A request keeps Transfer-Encoding, by which Node
// frames the forwarded body.
const HOP_BY_HOP = ['connection', 'keep-alive', 'proxy-connection', 'te', 'trailer', 'upgrade'];

/**
 * Forwards requests to the function under the rules of Firebase Hosting in production: the only cookie
 * that arrives is `__session`, a response sets cookies only if it is `private` (the default without
 * Cache-Control), and a request takes at most a minute. Bodies are streamed in both directions. The
 * response is 503 while the function is down and 502 if it closes the connection early: the API's JSON below
 * /api/, a page elsewhere.
 * @param target returns the function's origin, such as `http://127.0.0.1:5001`; called for each request
 * @param limitMs milliseconds until a request is answered with 504
 */
export function createFunctionProxy(target: () => string, limitMs = HOSTING_LIMIT_MS) {
  const agent = new Agent({ keepAlive: true });
  return (request: IncomingMessage, response: ServerResponse): void => {
    const { hostname, port } = new URL(target());
    const upstream = openRequest({
      agent,
      hostname,
      port,
      method: request.method,
      path: request.url,
      headers: forwardedHeaders(request),
    });
    const limit = setTimeout(() => {
      refuse(request, response, 504, 'The request took too long.');
      upstream.destroy();
    }, limitMs);
    response.on('close', () => {
      clearTimeout(limit);
      upstream.destroy();
      // The function may refuse a body before all of it has arrived.
      request.unpipe(upstream).resume();
    });
    upstream.on('response', (answer) => {
      response.statusCode = answer.statusCode ?? 502;
      for (const [name, value] of Object.entries(visibleHeaders(answer.headers))) {
        if (value !== undefined) response.setHeader(name, value);
      }
      pipeline(answer, response, () => undefined);
    });
    upstream.on('error', (error) => {
      const down = 'code' in error && error.code === 'ECONNREFUSED';
      if (down) refuse(request, response, 503, 'The function is not running.');
      else refuse(request, response, 502, 'The function closed the connection.');
    });
    request.pipe(upstream);
  };
}

function forwardedHeaders(request: IncomingMessage): OutgoingHttpHeaders {
  const { host, cookie, expect: _, ...headers } = request.headers;
  const session = cookie?.split(/; ?/).find((pair) => pair.startsWith('__session='));
  const addresses = [request.headers['x-forwarded-for'], request.socket.remoteAddress];
  return {
    ...without(headers, HOP_BY_HOP),
    ...(session === undefined ? {} : { cookie: session }),
    'x-forwarded-for': addresses.filter((address) => address !== undefined).join(', '),
    'x-forwarded-host': host,
    'x-forwarded-proto': 'http',
  };
}

function visibleHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const cacheControl = headers['cache-control'] ?? 'private';
  // Hosting's cache key contains these headers too, and its responses say so.
  const vary = headers.vary?.split(/, ?/) ?? [];
  const known = vary.map((name) => name.toLowerCase());
  const added = ['Accept-Encoding', 'Authorization', 'Cookie'].filter(
    (name) => !known.includes(name.toLowerCase()),
  );
  return {
    ...without(headers, [...HOP_BY_HOP, 'transfer-encoding', 'set-cookie']),
    ...(cacheControl.includes('private') ? { 'set-cookie': headers['set-cookie'] } : {}),
    'cache-control': cacheControl,
    vary: [...vary, ...added].join(', '),
  };
}

function without(headers: IncomingHttpHeaders, names: readonly string[]): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !names.includes(name)));
}

function refuse(
  { url = '/' }: IncomingMessage,
  response: ServerResponse,
  status: number,
  detail: string,
): void {
  if (response.headersSent) return void response.destroy();
  // The function starts faster than this, and browsers retry after it.
  if (status === 503) response.setHeader('retry-after', 5);
  response.setHeader('cache-control', 'no-store');
  if (url.startsWith('/api/')) {
    response.writeHead(status, { 'content-type': 'application/json' });
    return void response.end(JSON.stringify({ detail }));
  }
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' });
  response.end(
    `<!doctype html><html lang="en"><title>${detail}</title><h1>${detail}</h1><p>Please try again in a moment.</p></html>`,
  );
}
