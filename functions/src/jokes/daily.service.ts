import type { Catalog } from '../catalog/catalog.ts';
import type { CatalogService } from '../catalog/catalog.service.ts';
import type { CatalogJoke } from '../catalog/joke-document.ts';
import type { DailyJokeList } from '../contract/index.ts';
import { dateOf } from '../domain/index.ts';
import { createRenewedDocument } from '../platform/renewed-document.ts';
import type { StoredDocument } from '../platform/stored-document.data.ts';
import type { Transact } from '../platform/transact.ts';
import type { Log } from '../platform/log.ts';
import { presentJoke } from './present-joke.ts';
import type { DailyJokes } from './daily.data.ts';

/** Days in the document. */
const MAXIMUM_DAYS = 30;
const MAXIMUM_DRAWS = 20;

const NO_DAYS: DailyJokes = { days: [], seen: new Uint8Array(0) };

function hasSeen({ seen }: DailyJokes, id: number): boolean {
  return ((seen[id >> 3] ?? 0) & (1 << (id & 7))) !== 0;
}

/** Sets the joke of a day. @param newRound whether it begins a round */
function withDay(
  { days, seen }: DailyJokes,
  date: string,
  joke_id: number,
  newRound: boolean,
): DailyJokes {
  const before = newRound ? new Uint8Array(0) : seen;
  const after = new Uint8Array(Math.max(before.length, (joke_id >> 3) + 1));
  after.set(before);
  after[joke_id >> 3] = (after[joke_id >> 3] ?? 0) | (1 << (joke_id & 7));
  const earlier = days.filter((day) => day.date < date);
  return { days: [...earlier, { date, joke_id }].slice(-MAXIMUM_DAYS), seen: after };
}

interface Dependencies {
  document: StoredDocument<DailyJokes>;
  catalog: Pick<CatalogService, 'current'>;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
  /** uniform in [0, 1) */
  random: () => number;
  log: Log;
}

export type DailyService = ReturnType<typeof createDailyService>;

/**
 * The joke of each day (UTC), the same for everyone: one of those that have not appeared since the last time
 * that all had, and that is no worse than the site's average. The first request of a day chooses it; a day
 * without requests has none. If it is taken down that day, the next request chooses another.
 */
export function createDailyService(dependencies: Dependencies) {
  const { document, catalog: catalogs, transact, clock, random, log } = dependencies;

  /**
   * Draws random jokes, at most `MAXIMUM_DRAWS`, until one has at least the site's average score. If none has, takes
   * the best one drawn.
   * @returns undefined if there are no jokes
   */
  function draw(catalog: Catalog, candidates: readonly number[]): number | undefined {
    const left = [...candidates];
    let best: { id: number; score: number } | undefined;
    for (let draws = 0; left.length > 0 && draws < MAXIMUM_DRAWS; draws += 1) {
      const [id = 0] = left.splice(Math.floor(random() * left.length), 1);
      const joke = catalog.find(id);
      if (!joke) continue;
      const { score, prior } = catalog.scoreOf(joke);
      if (!best || score > best.score) best = { id, score };
      if (best.score >= prior) break;
    }
    return best?.id;
  }

  const renewed = createRenewedDocument<DailyJokes>({
    document,
    action: 'Choosing the joke of the day',
    async make(stored = NO_DAYS) {
      const catalog = await catalogs.current();
      const approved = catalog.list(['approved'], 'date_asc').jokes.map(({ joke_id }) => joke_id);
      const last = stored.days.at(-1);
      const today = dateOf(new Date(clock()));
      // If a later day is known, this clock is slow.
      const date = last && last.date > today ? last.date : today;
      if (last?.date === date && catalog.isApproved(last.joke_id)) {
        return undefined;
      }
      const inRound = draw(
        catalog,
        approved.filter((id) => !hasSeen(stored, id)),
      );
      // A new round does not begin with the joke that ended the last one, if there is another.
      const others = approved.filter((id) => id !== last?.joke_id);
      const chosen = inRound ?? draw(catalog, others) ?? draw(catalog, approved);
      return chosen === undefined
        ? undefined
        : withDay(stored, date, chosen, inRound === undefined);
    },
    transact,
    clock,
    log,
  });

  /**
   * The jokes of the last days that are still approved, the newest first. While the database fails, those
   * of earlier days.
   * @param size how many at most
   */
  async function list(size = MAXIMUM_DAYS): Promise<{ date: string; joke: CatalogJoke }[]> {
    const catalog = await catalogs.current();
    const isApproved = ({ joke_id }: { joke_id: number }) => catalog.isApproved(joke_id);
    const today = dateOf(new Date(clock()));
    const { days } =
      (await renewed.get((known) => {
        const last = known.days.at(-1);
        return last !== undefined && last.date >= today && isApproved(last);
      })) ?? NO_DAYS;
    const shown = days.toReversed().filter(isApproved).slice(0, size);
    return shown.flatMap(({ date, joke_id }) =>
      catalog.findApproved([joke_id]).map((joke) => ({ date, joke })),
    );
  }

  return {
    list,
    /** The jokes of the last days as the API sends them. */
    present: async (size: number): Promise<DailyJokeList> => ({
      jokes: (await list(size)).map(({ date, joke }) => ({ ...presentJoke(joke), day: date })),
    }),
  };
}
