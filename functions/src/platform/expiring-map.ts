import { LRUCache } from 'lru-cache';

/**
 * A map whose values expire.
 * @param limits.maximum the most values; the least recently used are evicted
 * @param limits.lifetimeMs milliseconds from when a value was stored until it expires
 * @param limits.clock milliseconds since the epoch
 */
export function createExpiringMap<Key extends string, Value extends object>(limits: {
  maximum: number;
  lifetimeMs: number;
  clock: () => number;
}): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({
    // Each entry has the size 1. `max` would allocate room for all of them at the start.
    maxSize: limits.maximum,
    sizeCalculation: () => 1,
    // At exactly its TTL, a value still counts as fresh.
    ttl: limits.lifetimeMs - 1,
    ttlResolution: 0,
    perf: { now: limits.clock },
  });
}
