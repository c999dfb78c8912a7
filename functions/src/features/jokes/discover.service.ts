import type { CatalogIndex } from '../../catalog/catalog-index.ts';
import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { ReadDeadline } from '../../platform/database/read-deadline.ts';
import { createRenewedDocument } from '../../platform/database/renewed-document.ts';
import type { StoredDocument } from '../../platform/database/stored-document.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { JokeData } from './jokes.data.ts';
import type { DiscoverLists } from './shared-documents.data.ts';

const CONTENDERS_SHARE = 0.8;
const NEWCOMERS_SHARE = 0.1;

/** Contenders are this share of the approved jokes, within these bounds. */
const CONTENDERS = { share: 0.05, fewest: 50, most: 300 };
/** Newcomers are those of this many newest jokes that have fewer than five votes. */
const NEWEST = 100;
const VOTES_OF_NEWCOMER = 5;

const RENEW_AFTER_MS = 30 * 60_000;

interface Dependencies {
  document: StoredDocument<DiscoverLists>;
  jokes: Pick<JokeData, 'listContenders' | 'listNewest'>;
  catalog: Pick<CatalogService, 'current'>;
  transact: Transact;
  withReadDeadline: ReadDeadline;
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
  const { document, jokes, catalog, transact, withReadDeadline } = dependencies;
  const { clock, random, log } = dependencies;

  const lists = createRenewedDocument<DiscoverLists>({
    document,
    action: 'Choosing what Random shows',
    /** At most 400 billed reads. */
    async make() {
      const made_at = new Date(clock());
      const approved = (await catalog.current()).count(['approved']);
      const { share, fewest, most } = CONTENDERS;
      const size = Math.min(most, Math.max(fewest, Math.round(share * approved)));
      const [contenders, newest] = await withReadDeadline(
        Promise.all([jokes.listContenders(size), jokes.listNewest(NEWEST)]),
      );
      const newcomers = newest.filter(({ num_votes }) => num_votes < VOTES_OF_NEWCOMER);
      const ids = (of: typeof newest) => of.map(({ joke_id }) => joke_id);
      return { made_at, contenders: ids(contenders), newcomers: ids(newcomers) };
    },
    transact,
    clock,
    log,
  });
  const isCurrent = ({ made_at }: DiscoverLists) => clock() - made_at.getTime() < RENEW_AFTER_MS;

  const oneOf = (ids: readonly number[]) => ids[Math.floor(random() * ids.length)];

  return {
    /**
     * The id of a joke that is approved as far as this instance knows; undefined if any one will do.
     * @param isWanted whether it may be this one
     */
    async draw(
      index: CatalogIndex,
      isWanted: (id: number) => boolean,
    ): Promise<number | undefined> {
      const known = await lists.get(isCurrent).catch(() => undefined);
      if (!known) return undefined;
      const { contenders, newcomers } = known;
      const isLeft = (id: number) => isWanted(id) && statusOf(index.root, id) === 'approved';
      const part = random();
      if (part < CONTENDERS_SHARE) return oneOf(contenders.filter(isLeft));
      if (part < CONTENDERS_SHARE + NEWCOMERS_SHARE) return oneOf(newcomers.filter(isLeft));
      return undefined;
    },
  };
}
