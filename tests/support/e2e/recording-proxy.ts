import type { IncomingMessage, ServerResponse } from 'node:http';
import { startProxy, type Proxy } from './proxy.ts';

/** A recorded request. */
interface RecordedRequest {
  /** path and query */
  path: string;
  /** whether the service worker made it, or the browser to load the service worker */
  byWorker: boolean;
}

/**
 * A proxy that also records requests that page scripts cannot see: the browser's own and the service
 * worker's.
 */
export interface RecordingProxy extends Proxy {
  /** all requests so far */
  requests: RecordedRequest[];
  /** Resolves once no request has been open for half a second. */
  quiet(): Promise<void>;
}

const QUIET_MS = 500;
const WORKER = '/sw.js';

/** Starts a recording proxy in front of a site. */
export async function startRecordingProxy(siteOrigin: string): Promise<RecordingProxy> {
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
  const onRequest = ({ headers, url: path = '/' }: IncomingMessage, response: ServerResponse) => {
    const from = headers.referer === undefined ? '' : new URL(headers.referer).pathname;
    requests.push({ path, byWorker: path === WORKER || from === WORKER });
    open += 1;
    restart();
    response.on('close', () => {
      open -= 1;
      restart();
    });
  };
  const proxy = await startProxy(siteOrigin, { onRequest });
  return {
    origin: proxy.origin,
    requests,
    quiet: () =>
      new Promise((resolve) => {
        waiting.add(resolve);
        restart();
      }),
    async [Symbol.asyncDispose]() {
      clearTimeout(timer);
      await proxy[Symbol.asyncDispose]();
    },
  };
}
