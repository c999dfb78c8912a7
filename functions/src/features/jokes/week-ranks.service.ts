import { weekOf } from '../../catalog/tally.ts';
import { createRenewedDocument } from '../../platform/database/renewed-document.ts';
import type { StoredDocument } from '../../platform/database/stored-document.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { attempt, type Log } from '../../platform/logging/log.ts';
import type { JokeCache } from './joke-cache.ts';
import type { WeekRanks } from './shared-documents.data.ts';

interface Dependencies {
  document: StoredDocument<WeekRanks>;
  cache: Pick<JokeCache, 'top'>;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  log: Log;
}

export type WeekRankService = ReturnType<typeof createWeekRanks>;

/** The Top 100 as it was when this week (UTC) began, which is at its first request. */
export function createWeekRanks({ document, cache, transact, clock, log }: Dependencies) {
  const monday = () => weekOf(new Date(clock()));
  const ranks = createRenewedDocument<WeekRanks>({
    document,
    action: 'Storing the ranks of the week',
    make: async () => ({
      monday: monday(),
      joke_ids: (await cache.top()).map(({ joke_id }) => joke_id),
    }),
    transact,
    clock,
    log,
  });
  return {
    /** The rank of each joke when the week began, by its id; undefined if it is not known. */
    async get(): Promise<ReadonlyMap<number, number> | undefined> {
      const isCurrent = (known: WeekRanks) => known.monday === monday();
      const known = await attempt(log, 'Reading the ranks of the week', ranks.get(isCurrent));
      if (!known || !isCurrent(known)) return undefined;
      return new Map(known.joke_ids.map((id, index) => [id, index + 1]));
    },
  };
}
