import { ApiError } from '../contract/index.ts';
import { createFold } from '../concurrency/fold.ts';
import { writePatience, type Transact } from '../database/transact.ts';
import type { ThrottleData } from './throttles.data.ts';

/** How often something may be done by one network. */
export interface Quota {
  /** Names the quota; part of the document's key. */
  name: string;
  limit: number;
  /** Length of the window that starts with the first use, in milliseconds. */
  windowMs: number;
}

export interface ThrottleService {
  /**
   * Takes one use of a quota.
   * @param network an opaque key of the caller's network
   * @throws ApiError too_many_requests when it is used up, with the seconds to wait
   */
  take(quota: Quota, network: string): Promise<void>;
}

/** Uses of one quota that one transaction grants at the most. */
const MAXIMUM_FOLDED = 500;

/** Counts uses per network in fixed windows. Uses that arrive together cost one read and one write. */
export function createThrottleService(
  data: ThrottleData,
  transact: Transact,
  clock: () => number,
): ThrottleService {
  const take = createFold<Quota, { waitMs: number }>(
    MAXIMUM_FOLDED,
    writePatience(clock),
    (key, quotas) =>
      transact(async (transaction) => {
        const now = clock();
        const stored = await data.read(transaction, key);
        const running = stored && stored.expires_at.getTime() > now ? stored : undefined;
        let used = running?.count ?? 0;
        let expires = running?.expires_at.getTime() ?? 0;
        const results = quotas.map((quota) => {
          if (used === 0) expires = now + quota.windowMs;
          if (used >= quota.limit) return { waitMs: expires - now };
          used += 1;
          return { waitMs: 0 };
        });
        if (used > (running?.count ?? 0)) {
          data.write(transaction, key, { count: used, expires_at: new Date(expires) });
        }
        return results;
      }),
  );

  return {
    async take(quota, network) {
      const { waitMs } = await take(`${quota.name}_${network}`, quota);
      if (waitMs > 0) {
        throw new ApiError('too_many_requests', 'Too many requests. Please try again later.', {
          retryAfter: Math.ceil(waitMs / 1_000),
        });
      }
    },
  };
}
