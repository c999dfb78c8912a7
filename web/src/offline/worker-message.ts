/** What a page tells the service worker. */
export type WorkerMessage =
  /** Addresses that the page loaded before the worker saw its requests. */
  | { type: 'loaded'; addresses: readonly string[] }
  /** Take over from the version that runs. */
  | { type: 'take-over' };

/** A message as the worker receives it; `undefined` for anything else. */
export function parseWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null || !('type' in data)) return undefined;
  if (data.type === 'take-over') return { type: 'take-over' };
  if (data.type !== 'loaded' || !('addresses' in data) || !Array.isArray(data.addresses)) {
    return undefined;
  }
  const given: unknown[] = data.addresses;
  return { type: 'loaded', addresses: given.filter((address) => typeof address === 'string') };
}

/** Sends a message to the service worker. */
export function tellWorker(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message, []);
}
