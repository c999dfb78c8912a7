interface CarriedResponse {
  url: string;
  json: string;
}

/** A message from a page to the service worker. */
export type WorkerMessage =
  /** URLs that the page loaded before the worker handled its requests. */
  | { type: 'loaded'; urls: readonly string[] }
  /** Responses of the API that the page carried: the URL and the body as JSON. */
  | { type: 'carried'; responses: readonly CarriedResponse[] }
  /** Replace the running version. */
  | { type: 'take-over' };

function isCarriedResponse(value: unknown): value is CarriedResponse {
  if (typeof value !== 'object' || value === null) return false;
  const { url, json }: { url?: unknown; json?: unknown } = { ...value };
  return typeof url === 'string' && typeof json === 'string';
}

/** Parses a message that the worker received; `undefined` for anything else. */
export function parseWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'take-over') return { type: 'take-over' };
  if (data.type === 'loaded' && 'urls' in data && Array.isArray(data.urls)) {
    const urls: unknown[] = data.urls;
    return { type: 'loaded', urls: urls.filter((url) => typeof url === 'string') };
  }
  if (data.type === 'carried' && 'responses' in data && Array.isArray(data.responses)) {
    const responses: unknown[] = data.responses;
    return { type: 'carried', responses: responses.filter(isCarriedResponse) };
  }
  return undefined;
}

/** Sends a message to the service worker. */
export function sendToWorker(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message, []);
}
