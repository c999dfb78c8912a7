import { LRUCache } from 'lru-cache';
import { ApiError } from '../contract/index.ts';

/** Where a request comes from, as quotas count it: keys to compare, not addresses. */
export interface Networks {
  /** a home or an office: IPv4 /24, IPv6 /48 */
  subnet: string;
  /** what nobody gets more of for nothing: IPv4 /24, IPv6 /32 */
  provider: string;
}

/** The network of calls that nobody sends. */
export const nobody: Networks = { subnet: 'nobody', provider: 'nobody' };

/** About 2 MB. In a flood of keys, the least recently used are forgotten. */
const MAXIMUM_KEYS = 10_000;

function tooManyRequests(waitMs: number): ApiError {
  return new ApiError('too_many_requests', 'Too many requests. Please try again later.', {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

/**
 * Counts uses by key in this instance's memory, each key in a window that starts with its first use.
 * @param windowMs the length of the window in milliseconds
 * @param clock milliseconds since the epoch
 * @param refuse creates the error when a key is used up, from the milliseconds until the next attempt can succeed
 * @returns takes one use of each key, or of none of them, from the most uses of each; throws ApiError too_many_requests
 *   when one is used up
 */
export function createQuota(windowMs: number, clock: () => number, refuse = tooManyRequests) {
  const windows = new LRUCache<string, { uses: number }>({
    // `max` would allocate room for all keys at the start.
    maxSize: MAXIMUM_KEYS,
    sizeCalculation: () => 1,
    // At exactly its TTL, a value still counts as fresh.
    ttl: windowMs - 1,
    ttlResolution: 0,
    perf: { now: clock },
  });
  const usesOf = (key: string) => windows.get(key)?.uses ?? 0;
  return (limits: Readonly<Record<string, number>>): void => {
    const usedUp = Object.keys(limits).filter((key) => usesOf(key) >= (limits[key] ?? 0));
    if (usedUp.length > 0) {
      throw refuse(Math.max(...usedUp.map((key) => windows.getRemainingTTL(key) + 1)));
    }
    for (const key of Object.keys(limits)) {
      windows.set(key, { uses: usesOf(key) + 1 }, { noUpdateTTL: true });
    }
  };
}

/** The most uses in a window, by each subnet and by everyone. */
export interface NetworkLimits {
  windowMs: number;
  subnet: number;
  site?: number;
}

/** The part of the limit for everyone that one provider's network can use up. */
const PROVIDER_SHARE = 1 / 5;

/** Takes one use for a network. @throws ApiError too_many_requests when a limit is reached */
export type NetworkQuota = (network: Networks) => void;

/** A quota by network. @param clock milliseconds since the epoch */
export function createNetworkQuota(
  { windowMs, subnet, site = Infinity }: NetworkLimits,
  clock: () => number,
): NetworkQuota {
  const take = createQuota(windowMs, clock);
  return (network) =>
    take({
      [`subnet ${network.subnet}`]: subnet,
      [`provider ${network.provider}`]: Math.max(subnet, site * PROVIDER_SHARE),
      site,
    });
}
