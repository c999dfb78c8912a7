import { statusOf } from '../../catalog/catalog-root.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { DailyJokeList } from '../../contract/index.ts';
import { visitor } from '../../identity.ts';
import { createRenewedDocument } from '../../platform/database/renewed-document.ts';
import type { StoredDocument } from '../../platform/database/stored-document.data.ts';
import type { Transact } from '../../platform/database/transact.ts';
import type { Log } from '../../platform/logging/log.ts';
import type { JokeDocument } from './joke-document.ts';
import type { JokeService } from './jokes.service.ts';
import { presentJoke } from './present-joke.ts';
import type { DailyJokes } from './shared-documents.data.ts';

/** Days in the document. */
const MAXIMUM_DAYS = 30;
const MAXIMUM_DRAWS = 20;

const NO_DAYS: DailyJokes = { days: [], seen: new Uint8Array(0) };

/** The date (UTC) of a time in milliseconds since the epoch, such as `2026-11-22`. */
function dateOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

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
  catalog: Pick<CatalogService, 'current' | 'fresh'>;
  find: JokeService['find'];
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
  const { document, catalog, find, transact, clock, random, log } = dependencies;

  /**
   * The first random one of these jokes whose score is at least the site's average, otherwise the best one
   * that was drawn; undefined if none can be shown. Each draw costs at most one read.
   */
  async function draw(candidates: readonly number[]): Promise<number | undefined> {
    const left = [...candidates];
    let best: JokeDocument | undefined;
    for (let draws = 0; left.length > 0 && draws < MAXIMUM_DRAWS; draws += 1) {
      const [joke] = await find(visitor, left.splice(Math.floor(random() * left.length), 1));
      if (joke && (!best || joke.score > best.score)) best = joke;
      if (best && best.score >= best.prior) break;
    }
    return best?.joke_id;
  }

  const renewed = createRenewedDocument<DailyJokes>({
    document,
    action: 'Choosing the joke of the day',
    async make(stored = NO_DAYS) {
      const index = await catalog.fresh();
      const approved = index.ids(['approved'], 'date_asc', 0, Infinity);
      const last = stored.days.at(-1);
      const today = dateOf(clock());
      // If a later day is known, this clock is slow.
      const date = last && last.date > today ? last.date : today;
      if (last?.date === date && statusOf(index.root, last.joke_id) === 'approved') {
        return undefined;
      }
      const inRound = await draw(approved.filter((id) => !hasSeen(stored, id)));
      // A new round does not begin with the joke that ended the last one, if there is another.
      const others = approved.filter((id) => id !== last?.joke_id);
      const chosen = inRound ?? (await draw(others)) ?? (await draw(approved));
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
  async function list(size = MAXIMUM_DAYS): Promise<{ date: string; joke: JokeDocument }[]> {
    const { root } = await catalog.current();
    const isApproved = ({ joke_id }: { joke_id: number }) => statusOf(root, joke_id) === 'approved';
    const today = dateOf(clock());
    const { days } =
      (await renewed.get((known) => {
        const last = known.days.at(-1);
        return last !== undefined && last.date >= today && isApproved(last);
      })) ?? NO_DAYS;
    const shown = days.toReversed().filter(isApproved).slice(0, size);
    const jokes = await find(visitor, [...new Set(shown.map(({ joke_id }) => joke_id))]);
    const byId = new Map(jokes.map((joke) => [joke.joke_id, joke]));
    return shown.flatMap(({ date, joke_id }) => {
      const joke = byId.get(joke_id);
      return joke ? [{ date, joke }] : [];
    });
  }

  return {
    list,
    /** The jokes of the last days as the API sends them. */
    present: async (size: number): Promise<DailyJokeList> => ({
      jokes: (await list(size)).map(({ date, joke }) => ({ ...presentJoke(joke), day: date })),
    }),
  };
}
