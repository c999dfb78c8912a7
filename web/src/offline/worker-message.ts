/** What a page shows, for reading it offline. */
export interface ShownContent {
  /** URLs that the page loaded before the worker handled its requests */
  loaded: readonly string[];
  /** responses of the API that the page carried: the URL and the body as JSON */
  carried: readonly { url: string; json: string }[];
}

/** A message from a page to the service worker. */
export type WorkerMessage =
  | ({ type: 'shown' } & ShownContent)
  /** Replace the running version. */
  | { type: 'take-over' };

function isCarried(value: unknown): value is ShownContent['carried'][number] {
  if (typeof value !== 'object' || value === null) return false;
  const { url, json }: { url?: unknown; json?: unknown } = { ...value };
  return typeof url === 'string' && typeof json === 'string';
}

/** Parses a message that the worker received; `undefined` for anything else. */
export function parseWorkerMessage(data: unknown): WorkerMessage | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, loaded, carried }: Partial<Record<string, unknown>> = { ...data };
  if (type === 'take-over') return { type };
  if (type !== 'shown' || !Array.isArray(loaded) || !Array.isArray(carried)) return undefined;
  return {
    type,
    loaded: loaded.filter((url) => typeof url === 'string'),
    carried: carried.filter(isCarried),
  };
}

/** Sends a message to the service worker. */
export function sendToWorker(worker: ServiceWorker, message: WorkerMessage): void {
  worker.postMessage(message, []);
}
