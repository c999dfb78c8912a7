import { ApiError } from '../../contract/index.ts';
import { createFold } from '../../concurrency/batch.ts';
import { writePatience, type Transact } from '../../database/transact.ts';
import type { Transaction } from '../../database/database.ts';
import type { Throttle, ThrottleData } from './throttles.data.ts';

/** How often something may be done by one network, or with one account. */
export interface Quota {
  /** Names the quota; part of the document's key. */
  name: string;
  limit: number;
  /** Length of the window that starts with the first use, in milliseconds. */
  windowMs: number;
}

/** A quota of each narrow network (IPv4 /32, IPv6 /64) and of the wide one around it (/24, /48). */
export interface NetworkQuota extends Quota {
  wideLimit: number;
}

/** Opaque keys of a client's networks. */
export interface NetworkKeys {
  narrow: string;
  wide: string;
}

/** One use of a quota. */
export interface Use {
  quota: Quota;
  /** whose: an opaque key */
  key: string;
}

/** Counts of quotas, read in a transaction. */
export interface Counts {
  /** Uses of this quota so far in its running window. */
  used(use: Use): number;
  /** Milliseconds until each of these quotas has a use left; 0 when they have. */
  waitMs(uses: readonly Use[]): number;
  add(uses: readonly Use[]): void;
  /** Writes what was added. */
  write(): void;
}

export interface ThrottleService {
  /**
   * Takes one use of a quota for both of a client's networks, or for none of them.
   * @throws ApiError too_many_requests when one is used up, with the seconds to wait
   */
  take(quota: NetworkQuota, network: NetworkKeys): Promise<void>;
  /**
   * Takes one use of each of several quotas, or of none of them. Calls that end with the same use and
   * arrive together share a transaction.
   * @throws ApiError too_many_requests when one is used up, with the seconds to wait
   */
  takeAll(uses: readonly Use[]): Promise<void>;
  /** Reads the counts of these uses. */
  read(transaction: Transaction, uses: readonly Use[]): Promise<Counts>;
  /** Gives uses back that were taken; reads, then writes. */
  giveBack(transaction: Transaction, uses: readonly Use[]): Promise<void>;
}

/** Uses that one transaction grants at the most. */
const MAXIMUM_FOLDED = 250;

function documentKey({ quota, key }: Use): string {
  return `${quota.name}_${key}`;
}

/** @param waitMs milliseconds until it may be tried again */
export function tooMany(waitMs: number): ApiError {
  return new ApiError('too_many_requests', 'Too many requests. Please try again later.', {
    retryAfter: Math.ceil(waitMs / 1_000),
  });
}

/** The uses that a client's networks make of a quota, the wide one last. */
export function usesOf(quota: NetworkQuota, { narrow, wide }: NetworkKeys): Use[] {
  const { name, wideLimit, windowMs } = quota;
  return [
    { quota, key: narrow },
    { quota: { name: `${name}-wide`, limit: wideLimit, windowMs }, key: wide },
  ];
}

/** Counts uses in fixed windows. */
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

  const take = createFold<readonly Use[], { waitMs: number }>(
    MAXIMUM_FOLDED,
    writePatience(clock),
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
    if (waitMs > 0) throw tooMany(waitMs);
  }

  return {
    read,
    takeAll,
    take: (quota, network) => takeAll(usesOf(quota, network)),
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
