import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import { createCachedValue } from '../../platform/cache/cache.ts';
import { withReadDeadline } from '../../platform/database/read-deadline.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { describeError } from '../../platform/logging/describe-error.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { DiscoverData, DiscoverLists } from './discover.data.ts';
import type { JokeData } from './jokes.data.ts';

const CONTENDERS_SHARE = 0.8;
const NEWCOMERS_SHARE = 0.1;

/** Contenders are this share of the approved jokes, within these bounds. */
const CONTENDERS = { share: 0.05, fewest: 50, most: 300 };
/** Newcomers are those of this many newest jokes that have fewer than five votes. */
const NEWEST = 100;
const VOTES_OF_NEWCOMER = 5;

const RENEW_AFTER_MS = 30 * 60_000;
/** Longer, because lists that are too old expire what is cached. */
const LIFETIME_MS = 2 * RENEW_AFTER_MS;

const NO_LISTS: DiscoverLists = { made_at: new Date(0), contenders: [], newcomers: [] };

interface Dependencies {
  data: DiscoverData;
  jokes: Pick<JokeData, 'listContenders' | 'listNewest'>;
  catalog: Pick<CatalogService, 'current'>;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  log: Log;
}

export type DiscoverService = ReturnType<typeof createDiscoverService>;

/**
 * Chooses what Random shows so that votes find the best jokes: mostly contenders, whose score may turn out
 * to be among the highest (an upper confidence bound, as in T. L. Lai and H. Robbins, "Asymptotically
 * Efficient Adaptive Allocation Rules", 1985), one in ten new with few votes, one in ten any.
 */
export function createDiscoverService(dependencies: Dependencies) {
  const { data, jokes, catalog, transact, clock, random, log } = dependencies;

  /** Makes the lists; at most 400 billed reads. */
  async function make(made_at: Date): Promise<DiscoverLists> {
    const approved = (await catalog.current()).count(['approved']);
    const { share, fewest, most } = CONTENDERS;
    const size = Math.min(most, Math.max(fewest, Math.round(share * approved)));
    const [contenders, newest] = await withReadDeadline(
      Promise.all([jokes.listContenders(size), jokes.listNewest(NEWEST)]),
    );
    const newcomers = newest.filter(({ num_votes }) => num_votes < VOTES_OF_NEWCOMER);
    const ids = (of: typeof newest) => of.map(({ joke_id }) => joke_id);
    return { made_at, contenders: ids(contenders), newcomers: ids(newcomers) };
  }

  /** The stored lists, or new ones if these are too old and no other instance is making them. */
  async function load(): Promise<DiscoverLists> {
    const now = new Date(clock());
    const isCurrent = (lists: DiscoverLists | undefined) =>
      lists !== undefined && now.getTime() - lists.made_at.getTime() < RENEW_AFTER_MS;
    const known = await data.read();
    if (known && isCurrent(known)) return known;
    const stored = await transact(async (transaction) => {
      const found = await data.read(transaction);
      if (isCurrent(found)) return found;
      // Another instance that reads this leaves the work to this one.
      data.write(transaction, { ...(found ?? NO_LISTS), made_at: now });
      return undefined;
    });
    if (stored) return stored;
    const made = await make(now);
    await transact(async (transaction) => data.write(transaction, made));
    return made;
  }

  const cached = createCachedValue(
    () =>
      load().catch((error: unknown): DiscoverLists => {
        const message = 'Choosing what Random shows failed';
        log({ severity: 'WARNING', message, stack_trace: describeError(error) });
        return { ...NO_LISTS, made_at: new Date(clock()) };
      }),
    { lifetimeMs: LIFETIME_MS, clock },
  );

  async function lists(): Promise<DiscoverLists> {
    const { made_at } = await cached.get();
    if (clock() - made_at.getTime() >= RENEW_AFTER_MS) cached.expire();
    return cached.get();
  }

  const oneOf = (ids: readonly number[]) => ids[Math.floor(random() * ids.length)];

  return {
    /**
     * The id of a joke that is approved as far as this instance knows; undefined if any one will do.
     * @param exclude ids not to return
     */
    async draw(index: CatalogIndex, exclude: ReadonlySet<number>): Promise<number | undefined> {
      const { contenders, newcomers } = await lists();
      const isLeft = (id: number) => !exclude.has(id) && statusOf(index.root, id) === 'approved';
      const part = random();
      if (part < CONTENDERS_SHARE) return oneOf(contenders.filter(isLeft));
      if (part < CONTENDERS_SHARE + NEWCOMERS_SHARE) return oneOf(newcomers.filter(isLeft));
      return undefined;
    },
  };
}
