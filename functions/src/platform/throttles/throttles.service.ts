import { createBatcher } from '../concurrency/batch.ts';
import { writeTimeout, type Transact } from '../database/transact.ts';
import type { Transaction } from '../database/database.ts';
import type { Config } from '../../config.ts';
import type { Signing } from '../signing/signing.service.ts';
import { createMemoryQuota, tooManyRequests, type NetworkKeys } from './memory-quota.ts';
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
  /** Which limit for the whole site applies, too; see `Config`. */
  ceiling?: keyof Config['ceilings'] | undefined;
}

const HOUR_MS = 60 * 60 * 1_000;

/** A quota for an hour. @param wideLimit for all of the wide network */
export function perHour(
  name: string,
  limit: number,
  wideLimit: number,
  ceiling?: NetworkQuota['ceiling'],
): NetworkQuota {
  return { name, limit, wideLimit, windowMs: HOUR_MS, ceiling };
}

/** The largest part of a limit for the whole site that one provider's network can use up. */
const PROVIDER_SHARE = 1 / 5;

/** One use of a quota. */
export interface Use {
  quota: Quota;
  /** an opaque key for whom the use counts, such as a network */
  key: string;
}

export type ThrottleService = ReturnType<typeof createThrottleService>;

const CALLS_PER_TRANSACTION = 250;

function documentKey({ quota, key }: Use): string {
  return `${quota.name}_${key}`;
}

/** One use of a quota by each of a client's networks, the wide one last. */
export function networkUses(quota: NetworkQuota, { narrow, wide }: NetworkKeys): Use[] {
  const { name, wideLimit, windowMs } = quota;
  return [
    { quota, key: narrow },
    { quota: { name: `${name}-wide`, limit: wideLimit, windowMs }, key: wide },
  ];
}

interface Dependencies {
  data: ThrottleData;
  signing: Signing;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  config: Pick<Config, 'ceilings' | 'maxInstances'>;
}

/** Counts uses in fixed windows. */
export function createThrottleService({ data, signing, transact, clock, config }: Dependencies) {
  const { ceilings, maxInstances } = config;
  const ceiling = (site: number) =>
    createMemoryQuota(
      { site, provider: site * PROVIDER_SHARE, windowMs: HOUR_MS },
      { maxInstances, clock },
    );
  const memory = {
    newVoters: ceiling(ceilings.newVoters),
    submissions: ceiling(ceilings.submissions),
    reports: ceiling(ceilings.reports),
  };

  const networkKey = async (network: string) =>
    (await signing.sign('network', network)).slice(0, 22);

  /** Stable, opaque keys for a client's networks, safe to store. */
  async function networkKeys({ narrow, wide, provider }: NetworkKeys): Promise<NetworkKeys> {
    return {
      narrow: await networkKey(narrow),
      wide: await networkKey(wide),
      provider: await networkKey(provider),
    };
  }

  /** Reads how often the quotas of these uses were used. */
  async function read(transaction: Transaction, uses: readonly Use[]) {
    const now = clock();
    const keys = [...new Set(uses.map(documentKey))];
    const stored = await data.readMany(transaction, keys);
    const throttles = new Map<string, Throttle>();
    for (const [index, key] of keys.entries()) {
      const throttle = stored[index];
      if (throttle && throttle.expires_at.getTime() > now) throttles.set(key, throttle);
    }
    const changed = new Set<string>();
    /** The number of uses so far in the quota's current window. */
    const used = (use: Use) => throttles.get(documentKey(use))?.count ?? 0;
    return {
      used,
      /** How long the uses must wait until no quota of theirs is used up, in milliseconds. */
      waitMs(uses: readonly Use[]): number {
        const ends = uses
          .filter((use) => used(use) >= use.quota.limit)
          .map((use) => throttles.get(documentKey(use))?.expires_at.getTime() ?? now);
        return Math.max(now, ...ends) - now;
      },
      /** Counts these uses, or with -1 takes them back; `write` stores the counts. */
      add(uses: readonly Use[], by: 1 | -1 = 1): void {
        for (const use of uses) {
          const count = used(use) + by;
          if (count < 0) continue;
          const key = documentKey(use);
          const expires_at = throttles.get(key)?.expires_at ?? new Date(now + use.quota.windowMs);
          throttles.set(key, { count, expires_at });
          changed.add(key);
        }
      },
      write(): void {
        for (const [key, throttle] of throttles) {
          if (changed.has(key)) data.write(transaction, key, throttle);
        }
      },
    };
  }

  const takeBatched = createBatcher<readonly Use[], { waitMs: number }>(
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

  /**
   * Takes one use of each of several quotas, or of none of them. Simultaneous calls whose last use is the
   * same share a transaction.
   * @throws ApiError too_many_requests with the seconds to wait, when one is used up
   */
  async function takeAll(uses: readonly Use[]): Promise<void> {
    const last = uses.at(-1);
    if (!last) return;
    const { waitMs } = await takeBatched(documentKey(last), uses);
    if (waitMs > 0) throw tooManyRequests(waitMs);
  }

  return {
    read,
    takeAll,
    networkKeys,
    /**
     * Takes one use of each quota from a client's networks. First takes it from the limits for the
     * whole site, without a read, and gives it back if a network's quota is used up.
     */
    async take(quotas: readonly NetworkQuota[], network: NetworkKeys): Promise<void> {
      const keys = await networkKeys(network);
      const taken: (() => void)[] = [];
      try {
        for (const quota of quotas) {
          if (quota.ceiling) taken.push(memory[quota.ceiling].take(keys));
        }
        await takeAll(quotas.flatMap((quota) => networkUses(quota, keys)));
      } catch (error) {
        for (const giveBack of taken) giveBack();
        throw error;
      }
    },
    /** Returns uses that were taken. Reads before it writes, so call it before any write. */
    async giveBack(transaction: Transaction, uses: readonly Use[]): Promise<void> {
      const counts = await read(transaction, uses);
      counts.add(uses, -1);
      counts.write();
    },
  };
}
