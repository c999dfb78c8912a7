/** A message from a page to the service worker. */
export type WorkerMessage =
  /** URLs that the page loaded before the worker handled its requests. */
  | { type: 'loaded'; urls: readonly string[] }
  /** Replace the running version. */
  | { type: 'take-over' };

/** Parses a message that the worker received; `undefined` for anything else. */
export function parseWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'take-over') return { type: 'take-over' };
  if (data.type !== 'loaded' || !('urls' in data) || !Array.isArray(data.urls)) return undefined;
  const given: unknown[] = data.urls;
  return { type: 'loaded', urls: given.filter((url) => typeof url === 'string') };
}

/** Sends a message to the service worker. */
export function sendToWorker(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message, []);
}
