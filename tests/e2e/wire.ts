import { createServer, request as openRequest } from 'node:http';
import { pipeline } from 'node:stream';
import { closeServer, listeningPort, LOOPBACK } from '../../local/stack/http-server.ts';

/** A request as it came over the network. */
export interface WireRequest {
  /** path and query */
  path: string;
  /** Whether the service worker made it for itself, or the browser to get the worker. */
  ofWorker: boolean;
}

/** The network between a browser and a site, which sees what pages can not: the browser's own requests and the worker's. */
export interface Wire extends AsyncDisposable {
  /** the site's origin, as the browser is to be told */
  origin: string;
  /** all requests so far; to be emptied by whoever begins anew */
  requests: WireRequest[];
  /** Resolves once no request has been on its way for half a second. */
  quiet(): Promise<void>;
}

const QUIET_MS = 500;
const WORKER = '/sw.js';

/** Puts a network that is watched before a site. */
export async function openWire(siteOrigin: string): Promise<Wire> {
  const { hostname, port } = new URL(siteOrigin);
  const requests: WireRequest[] = [];
  const waiting = new Set<() => void>();
  let open = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const restart = () => {
    clearTimeout(timer);
    if (open > 0) return;
    timer = setTimeout(() => {
      for (const resolve of waiting) resolve();
      waiting.clear();
    }, QUIET_MS);
  };
  const server = createServer((request, response) => {
    const { method, headers, url: path = '/' } = request;
    const from = headers.referer === undefined ? '' : new URL(headers.referer).pathname;
    requests.push({ path, ofWorker: path === WORKER || from === WORKER });
    open += 1;
    restart();
    response.on('close', () => {
      open -= 1;
      restart();
    });
    const forwarded = openRequest({ hostname, port, path, method, headers });
    forwarded.on('response', (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      pipeline(answer, response, () => undefined);
    });
    forwarded.on('error', () => response.destroy());
    request.pipe(forwarded);
  });
  server.listen(0, LOOPBACK);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    requests,
    quiet: () =>
      new Promise((resolve) => {
        waiting.add(resolve);
        restart();
      }),
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await closeServer(server);
    },
  };
}
