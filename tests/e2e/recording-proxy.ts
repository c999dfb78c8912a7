import { createServer, request as openRequest } from 'node:http';
import { pipeline } from 'node:stream';
import { closeServer, listeningPort, LOOPBACK } from '../../local/stack/http-server.ts';

/** A recorded request. */
export interface RecordedRequest {
  /** path and query */
  path: string;
  /** whether the service worker made it, or the browser to load the service worker */
  byWorker: boolean;
}

/**
 * A proxy between a browser and a site. It also records requests that page scripts cannot see: the
 * browser's own and the service worker's.
 */
export interface RecordingProxy extends AsyncDisposable {
  /** the origin that the browser opens */
  origin: string;
  /** all requests so far */
  requests: RecordedRequest[];
  /** Resolves once no request has been open for half a second. */
  quiet(): Promise<void>;
}

const QUIET_MS = 500;
const WORKER = '/sw.js';

/** Starts a recording proxy in front of a site. */
export async function startRecordingProxy(siteOrigin: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(siteOrigin);
  const requests: RecordedRequest[] = [];
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
    requests.push({ path, byWorker: path === WORKER || from === WORKER });
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
