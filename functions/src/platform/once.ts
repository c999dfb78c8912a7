import { LRUCache } from 'lru-cache';

/** Loads something when it is first needed, and again after a failure. */
export function onFirstUse<Value>(load: () => Promise<Value>): () => Promise<Value> {
  let loading: Promise<Value> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      throw error;
    });
    return loading;
  };
}

/** Does something once for all who ask while it is done. */
export function singleFlight<Given extends unknown[], Result>(
  run: (...given: Given) => Promise<Result>,
): (...given: Given) => Promise<Result> {
  let running: Promise<Result> | undefined;
  return (...given) => (running ??= run(...given).finally(() => (running = undefined)));
}

/** Loads something at most once in five seconds, for all who need it; again after a failure, or if it was undefined. */
export function onceInFiveSeconds<Value extends true | object>(
  load: () => Promise<Value | undefined>,
  now: () => number,
): () => Promise<Value | undefined> {
  const options = { max: 1, ttl: 4_999, ttlResolution: 0, perf: { now } };
  const cache = new LRUCache<'loaded', Value>({ ...options, fetchMethod: load });
  return () => cache.fetch('loaded');
}
