import { once } from 'node:events';
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
  /** Resolves once no request is open. */
  idle(): Promise<void>;
}

const WORKER = '/sw.js';

/** Starts a recording proxy in front of a site. */
export async function startRecordingProxy(siteOrigin: string): Promise<RecordingProxy> {
  const requests: RecordedRequest[] = [];
  const open = new Set<ServerResponse>();
  const onRequest = ({ headers, url: path = '/' }: IncomingMessage, response: ServerResponse) => {
    const from = headers.referer === undefined ? '' : new URL(headers.referer).pathname;
    requests.push({ path, byWorker: path === WORKER || from === WORKER });
    open.add(response);
    response.on('close', () => open.delete(response));
  };
  const proxy = await startProxy(siteOrigin, { onRequest });
  return {
    origin: proxy.origin,
    requests,
    async idle() {
      for (const response of open) {
        if (!response.closed) await once(response, 'close');
      }
    },
    [Symbol.asyncDispose]: () => proxy[Symbol.asyncDispose](),
  };
}
