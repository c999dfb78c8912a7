import { createExpiringMap } from '../../cache/cache.ts';
import { tooManyRequests, type NetworkKeys } from './throttles.service.ts';

export type { NetworkKeys } from './throttles.service.ts';

/** The most uses in a window for each network. */
interface MemoryLimits extends Record<keyof NetworkKeys, number> {
  /** the length of the window that starts with the first use, in milliseconds */
  windowMs: number;
}

interface Window {
  uses: number;
  /** milliseconds since the epoch */
  ends: number;
}

const LEVELS = ['wide', 'narrow'] as const;
/** The least recently used are forgotten. */
const MAXIMUM_WINDOWS = 10_000;

/**
 * A quota that costs no read and no write: each instance counts in its memory.
 * @param clock milliseconds since the epoch
 */
export function createMemoryQuota(
  { windowMs, ...limits }: MemoryLimits,
  { clock }: { clock: () => number },
) {
  const windows = createExpiringMap<string, Window>({
    maximum: MAXIMUM_WINDOWS,
    lifetimeMs: windowMs,
    clock,
  });

  return {
    /**
     * Takes one use of both of a client's networks, or of neither.
     * @throws ApiError too_many_requests with the seconds to wait, when one has none left
     */
    take(network: NetworkKeys): void {
      const now = clock();
      const counted = LEVELS.map((level) => {
        const key = `${level} ${network[level]}`;
        return {
          key,
          limit: limits[level],
          window: windows.get(key) ?? { uses: 0, ends: now + windowMs },
        };
      });
      const usedUp = counted.filter(({ window, limit }) => window.uses >= limit);
      if (usedUp.length > 0) {
        throw tooManyRequests(Math.max(...usedUp.map(({ window }) => window.ends - now)));
      }
      for (const { key, window } of counted) {
        window.uses += 1;
        windows.set(key, window, { noUpdateTTL: true });
      }
    },
  };
}
