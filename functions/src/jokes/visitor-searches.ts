import PQueue from 'p-queue';
import { ApiError } from '../contract/index.ts';
import { limits } from '../domain/index.ts';
import { createNetworkQuota, type Networks } from '../platform/quota.ts';

const PER_MINUTE = { subnet: limits.searchesPerMinute, windowMs: 60_000 };
/** More at once would only take longer, and hold up everything else. */
const AT_ONCE = 2;
/** How many more may wait for their turn. */
const WAITING = 20;

/** The network of calls that nobody sends. */
export const nobody: Networks = { subnet: 'nobody', provider: 'nobody' };

export type VisitorSearches = ReturnType<typeof createVisitorSearches>;

/**
 * Limits the searches of visitors: how many a network may make, and how many run at once on this instance.
 * @param clock milliseconds since the epoch
 */
export function createVisitorSearches(clock: () => number) {
  const takeSearch = createNetworkQuota(PER_MINUTE, clock);
  const queue = new PQueue({ concurrency: AT_ONCE });
  /**
   * Runs a search when it is its turn.
   * @throws ApiError too_many_requests for a network that has no search left, unavailable if too many wait
   */
  return <Result>(network: Networks, search: () => Promise<Result>) => {
    takeSearch(network);
    if (queue.size >= WAITING) {
      const detail = 'Too many people are searching. Please try again.';
      throw new ApiError('unavailable', detail, { retryAfter: 5, shed: true });
    }
    return queue.add(search);
  };
}
