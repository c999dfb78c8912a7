import { ApiError } from '../contract/index.ts';
import { createFold } from '../concurrency/fold.ts';
import { writePatience, type Transact } from '../database/transact.ts';
import type { Transaction } from '../database/database.ts';
import type { Throttle, ThrottleData } from './throttles.data.ts';

/** How often something may be done by one network, or with one account. */
export interface Quota {
  /** Names the quota; part of the document's key. */
  name: string;
  limit: number;
  /** Length of the window that starts with the first use, in milliseconds. */
  windowMs: number;
}

/** One use of a quota. */
export interface Use {
  quota: Quota;
  /** whose: an opaque key */
  key: string;
}

export interface ThrottleService {
  /**
   * Takes one use of a quota.
   * @param network an opaque key of the caller's network
   * @throws ApiError too_many_requests when it is used up, with the seconds to wait
   */
  take(quota: Quota, network: string): Promise<void>;
  /**
   * Takes one use of each of several quotas, or of none of them.
   * @throws ApiError too_many_requests when one is used up, with the seconds to wait
   */
  takeAll(uses: readonly Use[]): Promise<void>;
  /** Gives uses back that were taken; reads, then writes. */
  giveBack(transaction: Transaction, uses: readonly Use[]): Promise<void>;
}

/** Uses of one quota that one transaction grants at the most. */
const MAXIMUM_FOLDED = 500;

function documentKey({ quota, key }: Use): string {
  return `${quota.name}_${key}`;
}

function tooMany(waitMs: number): ApiError {
  return new ApiError('too_many_requests', 'Too many requests. Please try again later.', {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

/** Counts uses per network in fixed windows. Uses that arrive together cost one read and one write. */
export function createThrottleService(
  data: ThrottleData,
  transact: Transact,
  clock: () => number,
): ThrottleService {
  /** The throttle while its window lasts. */
  function running(stored: Throttle | undefined): Throttle | undefined {
    return stored && stored.expires_at.getTime() > clock() ? stored : undefined;
  }

  /** The running throttles of these uses. */
  async function readRunning(transaction: Transaction, uses: readonly Use[]) {
    const stored = await data.readMany(transaction, uses.map(documentKey));
    return uses.map((use, index) => ({ use, throttle: running(stored[index]) }));
  }

  const take = createFold<Quota, { waitMs: number }>(
    MAXIMUM_FOLDED,
    writePatience(clock),
    (key, quotas) =>
      transact(async (transaction) => {
        const now = clock();
        const before = running(await data.read(transaction, key));
        let used = before?.count ?? 0;
        let expires = before?.expires_at.getTime() ?? 0;
        const results = quotas.map((quota) => {
          if (used === 0) expires = now + quota.windowMs;
          if (used >= quota.limit) return { waitMs: expires - now };
          used += 1;
          return { waitMs: 0 };
        });
        if (used > (before?.count ?? 0)) {
          data.write(transaction, key, { count: used, expires_at: new Date(expires) });
        }
        return results;
      }),
  );

  return {
    async take(quota, network) {
      const { waitMs } = await take(documentKey({ quota, key: network }), quota);
      if (waitMs > 0) throw tooMany(waitMs);
    },
    async takeAll(uses) {
      const waitMs = await transact(async (transaction) => {
        const now = clock();
        const throttles = await readRunning(transaction, uses);
        const waits = throttles.map(({ use, throttle }) =>
          throttle && throttle.count >= use.quota.limit ? throttle.expires_at.getTime() - now : 0,
        );
        const wait = Math.max(0, ...waits);
        if (wait > 0) return wait;
        for (const { use, throttle } of throttles) {
          data.write(transaction, documentKey(use), {
            count: (throttle?.count ?? 0) + 1,
            expires_at: throttle?.expires_at ?? new Date(now + use.quota.windowMs),
          });
        }
        return 0;
      });
      if (waitMs > 0) throw tooMany(waitMs);
    },
    async giveBack(transaction, uses) {
      for (const { use, throttle } of await readRunning(transaction, uses)) {
        if (!throttle || throttle.count === 0) continue;
        data.write(transaction, documentKey(use), { ...throttle, count: throttle.count - 1 });
      }
    },
  };
}
