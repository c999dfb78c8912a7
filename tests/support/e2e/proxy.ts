import { once } from 'node:events';
import {
  createServer,
  request as openRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { pipeline } from 'node:stream';
import { text } from 'node:stream/consumers';
import { closeServer, listeningPort, LOOPBACK } from '../../../local/stack/http-server.ts';

/** What becomes of an answer: it is sent, or the connection breaks. */
type Fate = 'send' | 'drop';

/** A proxy between a browser and a site. It also sees the requests of the browser itself and of the service worker. */
interface Proxy extends AsyncDisposable {
  /** the origin that the browser opens */
  origin: string;
  /** all requests so far: path and query, and whether they are the service worker's or load it */
  requests: { path: string; byWorker: boolean }[];
  /** Resolves once no request is open. */
  idle: () => Promise<void>;
}

const WORKER = '/sw.js';

/** An HTML page and its content security policy. */
export interface ServedPage {
  html: string;
  policy: string;
}

interface ProxyOptions {
  /** Called when the site has answered a request; decides when and whether the browser gets the answer. */
  fateOf?: (request: IncomingMessage) => Fate | Promise<Fate>;
  /** Changes each page on its way to the browser. */
  changePage?: ((page: ServedPage) => ServedPage) | undefined;
}

/** Starts a proxy in front of a site. */
export async function startProxy(
  siteOrigin: string,
  { fateOf, changePage }: ProxyOptions = {},
): Promise<Proxy> {
  const { hostname, port } = new URL(siteOrigin);
  const requests: Proxy['requests'] = [];
  const open = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    const { method, url: path = '/' } = request;
    const headers = changePage
      ? { ...request.headers, 'accept-encoding': 'identity' }
      : request.headers;
    const from = new URL(headers.referer ?? siteOrigin).pathname;
    requests.push({ path, byWorker: path === WORKER || from === WORKER });
    open.add(response);
    response.on('close', () => open.delete(response));
    const forwarded = openRequest({ hostname, port, path, method, headers });
    const answer = async (received: IncomingMessage) => {
      const fate = await fateOf?.(request);
      // The browser may not have waited for it.
      if (fate === 'drop' || response.destroyed) {
        received.resume();
        response.destroy();
        return;
      }
      const { statusCode = 502, headers } = received;
      if (changePage && headers['content-type']?.startsWith('text/html')) {
        const policy = String(headers['content-security-policy'] ?? '');
        const page = changePage({ html: await text(received), policy });
        const { 'content-length': _length, ...rest } = headers;
        response.writeHead(statusCode, { ...rest, 'content-security-policy': page.policy });
        response.end(page.html);
        return;
      }
      response.writeHead(statusCode, headers);
      pipeline(received, response, () => undefined);
    };
    forwarded.on('response', (received) => void answer(received));
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, LOOPBACK);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    requests,
    async idle() {
      for (const response of open) {
        if (!response.closed) await once(response, 'close');
      }
    },
    [Symbol.asyncDispose]: () => closeServer(server),
  };
}
