import { LRUCache } from 'lru-cache';
import { ApiError } from '../contract/index.ts';
import { HOUR_MS, MINUTE_MS, quotas } from '../domain/index.ts';

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

/** The error for somebody who asks too often, which says when to try again. */
function tooManyRequests(waitMs: number): ApiError {
  const hours = waitMs > 2 * HOUR_MS;
  const count = Math.ceil(waitMs / (hours ? HOUR_MS : MINUTE_MS));
  const time = `${count} ${hours ? 'hour' : 'minute'}${count === 1 ? '' : 's'}`;
  return new ApiError('too_many_requests', `Too many requests. Try again in ${time}.`, {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

/**
 * Counts uses by key in this instance's memory, each key in a window that starts with its first use.
 * @param windowMs the length of the window in milliseconds
 * @param clock milliseconds since the epoch
 */
export function createUses(windowMs: number, clock: () => number) {
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
  /** @param limits the most uses of each key @throws ApiError too_many_requests when one is used up */
  function check(limits: Readonly<Record<string, number>>): void {
    const usedUp = Object.keys(limits).filter((key) => usesOf(key) >= (limits[key] ?? 0));
    if (usedUp.length === 0) return;
    throw tooManyRequests(Math.max(...usedUp.map((key) => windows.getRemainingTTL(key) + 1)));
  }
  return {
    usesOf,
    check,
    /** Takes one use of each key, or of none of them. @throws ApiError like `check` */
    take(limits: Readonly<Record<string, number>>): void {
      check(limits);
      for (const key of Object.keys(limits)) {
        windows.set(key, { uses: usesOf(key) + 1 }, { noUpdateTTL: true });
      }
    },
  };
}

/** The part of the limit for everyone that one provider's network can use up. */
const PROVIDER_SHARE = 1 / 5;

/** See `quotas`. */
export type Quota = Record<'windowMs' | 'network', number> & { everyone?: number; little?: number };

/** Takes one use for a network. @throws ApiError too_many_requests when a limit is reached */
export type TakeUse = (network: Networks) => void;

/**
 * Counts the uses of a quota. Of what everyone has, the last half is only for those who have used little, so that a
 * flood of networks stops itself and nobody else.
 */
export function createQuota(quota: Quota, clock: () => number): TakeUse {
  const { windowMs, network: most, everyone = Infinity, little = Infinity } = quota;
  const uses = createUses(windowMs, clock);
  return ({ subnet, provider }) => {
    const ofProvider = uses.usesOf('everyone') < everyone / 2 ? Infinity : little;
    uses.take({
      [`subnet ${subnet}`]: most,
      [`provider ${provider}`]: Math.min(ofProvider, Math.max(most, everyone * PROVIDER_SHARE)),
      everyone,
    });
  };
}

export type TakeUses = ReturnType<typeof createQuotas>;

/** Opens all quotas. */
export function createQuotas(clock: () => number) {
  return {
    newVoter: createQuota(quotas.newVoters, clock),
    vote: createQuota(quotas.votes, clock),
    submission: createQuota(quotas.submissions, clock),
    report: createQuota(quotas.reports, clock),
    lookup: createQuota(quotas.lookups, clock),
    search: createQuota(quotas.searches, clock),
  };
}
