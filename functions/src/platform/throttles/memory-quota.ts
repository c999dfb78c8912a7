import { createExpiringMap } from '../cache/cache.ts';
import { ApiError } from '../../contract/index.ts';

/** Keys of a client's networks, from the smallest to the largest; see `ClientNetwork`. */
export interface NetworkKeys {
  narrow: string;
  wide: string;
  provider: string;
}

/** @param waitMs after this time the next try can succeed */
export function tooManyRequests(waitMs: number): ApiError {
  return new ApiError('too_many_requests', 'Too many requests. Please try again later.', {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

/** The most uses in a window for the whole site and for each network. A level that is left out has no limit. */
export interface MemoryLimits extends Partial<Record<keyof NetworkKeys | 'site', number>> {
  /** the length of the window that starts with the first use, in milliseconds */
  windowMs: number;
}

interface Options {
  /** The limits are divided by this number of instances. */
  maxInstances: number;
  /** milliseconds since the epoch */
  clock: () => number;
}

interface Window {
  uses: number;
  /** milliseconds since the epoch */
  ends: number;
}

const LEVELS = ['site', 'provider', 'wide', 'narrow'] as const;

/** About 2 MB. In a flood of addresses the least recently used are forgotten, but never the site. */
const MAXIMUM_WINDOWS = 10_000;

/**
 * A quota that costs no read and no write: each instance counts its own share of the limits in memory, so
 * all together never allow more than the limits. A new instance starts at zero.
 */
export function createMemoryQuota(
  { windowMs, ...limits }: MemoryLimits,
  { maxInstances, clock }: Options,
) {
  const windows = createExpiringMap<string, Window>({
    maximum: MAXIMUM_WINDOWS,
    lifetimeMs: windowMs,
    clock,
  });

  return {
    /**
     * Takes one use of every level that has a limit, or of none of them.
     * @returns gives the use back
     * @throws ApiError too_many_requests with the seconds to wait, when one is used up
     */
    take(network: NetworkKeys): () => void {
      const now = clock();
      const counted = LEVELS.flatMap((level) => {
        const limit = limits[level];
        if (limit === undefined) return [];
        const key = level === 'site' ? level : `${level} ${network[level]}`;
        const window = windows.get(key) ?? { uses: 0, ends: now + windowMs };
        return [{ key, window, share: Math.max(1, Math.floor(limit / maxInstances)) }];
      });
      const usedUp = counted.filter(({ window, share }) => window.uses >= share);
      if (usedUp.length > 0) {
        throw tooManyRequests(Math.max(...usedUp.map(({ window }) => window.ends)) - now);
      }
      for (const { key, window } of counted) {
        window.uses += 1;
        windows.set(key, window, { noUpdateTTL: true });
      }
      return () => {
        for (const { window } of counted) window.uses -= 1;
      };
    },
  };
}
