import { ApiError } from '../../contract/index.ts';
import { createBatcher } from '../../concurrency/batch.ts';
import { writeTimeout, type Transact } from '../../database/transact.ts';
import type { Transaction } from '../../database/database.ts';
import type { Throttle, ThrottleData } from './throttles.data.ts';

/** How often something may be done from one network or with one account. */
export interface Quota {
  /** part of the document's key */
  name: string;
  limit: number;
  /** the length of the window that starts with the first use, in milliseconds */
  windowMs: number;
}

/** A quota for each narrow network (IPv4 /32, IPv6 /64) and for the wide one around it (/24, /48). */
export interface NetworkQuota extends Quota {
  wideLimit: number;
}

/** The opaque keys of a client's networks. */
export interface NetworkKeys {
  narrow: string;
  wide: string;
}

/** One use of a quota. */
export interface Use {
  quota: Quota;
  /** an opaque key for whom the use counts, such as a network */
  key: string;
}

/** How often quotas were used, read in a transaction. */
export interface Counts {
  /** The number of uses so far in the quota's current window. */
  used(use: Use): number;
  /** Milliseconds until all of these quotas have a use left; 0 if they have one now. */
  waitMs(uses: readonly Use[]): number;
  /** Counts these uses; `write` stores them. */
  add(uses: readonly Use[]): void;
  write(): void;
}

export interface ThrottleService {
  /**
   * Takes one use of a quota for both of a client's networks, or for neither.
   * @throws ApiError too_many_requests with the seconds to wait, when the quota is used up for one
   */
  take(quota: NetworkQuota, network: NetworkKeys): Promise<void>;
  /**
   * Takes one use of each of several quotas, or of none of them. Simultaneous calls whose last use is
   * the same share a transaction.
   * @throws ApiError too_many_requests with the seconds to wait, when one is used up
   */
  takeAll(uses: readonly Use[]): Promise<void>;
  /** Reads how often the quotas of these uses were used. */
  read(transaction: Transaction, uses: readonly Use[]): Promise<Counts>;
  /** Returns uses that were taken. Reads before it writes, so call it before any write. */
  giveBack(transaction: Transaction, uses: readonly Use[]): Promise<void>;
}

const CALLS_PER_TRANSACTION = 250;

function documentKey({ quota, key }: Use): string {
  return `${quota.name}_${key}`;
}

/** @param waitMs milliseconds until the next try can succeed */
export function tooManyRequests(waitMs: number): ApiError {
  return new ApiError('too_many_requests', 'Too many requests. Please try again later.', {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

/** One use of a quota by each of a client's networks, the wide one last. */
export function networkUses(quota: NetworkQuota, { narrow, wide }: NetworkKeys): Use[] {
  const { name, wideLimit, windowMs } = quota;
  return [
    { quota, key: narrow },
    { quota: { name: `${name}-wide`, limit: wideLimit, windowMs }, key: wide },
  ];
}

/**
 * Counts uses in fixed windows.
 * @param clock milliseconds since the epoch
 */
export function createThrottleService(
  data: ThrottleData,
  transact: Transact,
  clock: () => number,
): ThrottleService {
  async function read(transaction: Transaction, uses: readonly Use[]): Promise<Counts> {
    const now = clock();
    const keys = [...new Set(uses.map(documentKey))];
    const stored = await data.readMany(transaction, keys);
    const throttles = new Map<string, Throttle>();
    for (const [index, key] of keys.entries()) {
      const throttle = stored[index];
      if (throttle && throttle.expires_at.getTime() > now) throttles.set(key, throttle);
    }
    const added = new Set<string>();
    const used = (use: Use) => throttles.get(documentKey(use))?.count ?? 0;
    return {
      used,
      waitMs(uses) {
        const waits = uses.map((use) => {
          const expires = throttles.get(documentKey(use))?.expires_at.getTime() ?? now;
          return used(use) >= use.quota.limit ? expires - now : 0;
        });
        return Math.max(0, ...waits);
      },
      add(uses) {
        for (const use of uses) {
          const key = documentKey(use);
          const expires_at = throttles.get(key)?.expires_at ?? new Date(now + use.quota.windowMs);
          throttles.set(key, { count: used(use) + 1, expires_at });
          added.add(key);
        }
      },
      write() {
        for (const key of added) {
          const throttle = throttles.get(key);
          if (throttle) data.write(transaction, key, throttle);
        }
      },
    };
  }

  const take = createBatcher<readonly Use[], { waitMs: number }>(
    CALLS_PER_TRANSACTION,
    writeTimeout(clock),
    (_key, calls) =>
      transact(async (transaction) => {
        const counts = await read(transaction, calls.flat());
        const results = calls.map((uses) => {
          const waitMs = counts.waitMs(uses);
          if (waitMs === 0) counts.add(uses);
          return { waitMs };
        });
        counts.write();
        return results;
      }),
  );

  async function takeAll(uses: readonly Use[]): Promise<void> {
    const last = uses.at(-1);
    if (!last) return;
    const { waitMs } = await take(documentKey(last), uses);
    if (waitMs > 0) throw tooManyRequests(waitMs);
  }

  return {
    read,
    takeAll,
    take: (quota, network) => takeAll(networkUses(quota, network)),
    async giveBack(transaction, uses) {
      const stored = await data.readMany(transaction, uses.map(documentKey));
      for (const [index, use] of uses.entries()) {
        const throttle = stored[index];
        if (!throttle || throttle.count === 0 || throttle.expires_at.getTime() <= clock()) continue;
        data.write(transaction, documentKey(use), { ...throttle, count: throttle.count - 1 });
      }
    },
  };
}
