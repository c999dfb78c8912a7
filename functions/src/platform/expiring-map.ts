import { LRUCache } from 'lru-cache';

/** What {@link createExpiringMap} needs. */
export interface ExpiringMapOptions {
  /** the most values; the least recently used are evicted */
  maximum: number;
  /** milliseconds from when a value was stored until it expires */
  lifetimeMs: number;
  /** milliseconds since the epoch */
  clock: () => number;
}

/** A map whose values expire. */
export function createExpiringMap<Key extends string, Value extends object>({
  maximum,
  lifetimeMs,
  clock,
}: ExpiringMapOptions): LRUCache<Key, Value> {
  return new LRUCache<Key, Value>({
    // Each entry has the size 1. `max` would allocate room for all of them at the start.
    maxSize: maximum,
    sizeCalculation: () => 1,
    // At exactly its TTL, a value still counts as fresh.
    ttl: lifetimeMs - 1,
    ttlResolution: 0,
    perf: { now: clock },
  });
}
