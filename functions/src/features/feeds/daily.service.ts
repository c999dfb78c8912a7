import { createCachedValue } from '../../platform/cache/cache.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { Transact } from '../../platform/database/transact.ts';
import { visitor } from '../../identity.ts';
import { attempt, type Log } from '../../platform/logging/log.ts';
import type { JokeDocument } from '../jokes/joke-document.ts';
import type { JokeService } from '../jokes/jokes.service.ts';
import { dateOf, hasDay, unseenOf, withDay } from './daily-round.ts';
import type { DailyData, DailyJokes } from './daily.data.ts';

/** Longer than a day, because a new day expires what is cached. */
const LIFETIME_MS = 2 * 24 * 60 * 60_000;
/** When no joke could be chosen, how long the earlier days are served before the next attempt. */
const RETRY_MS = 10_000;
/** Malformed jokes can't be shown, so another one is drawn. */
const MAXIMUM_DRAWS = 20;

interface Dependencies {
  data: DailyData;
  catalog: Pick<CatalogService, 'fresh'>;
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
 * The joke of each day (UTC), the same for everyone: a random one of those that have not appeared since
 * the last time that all had. The first request of a day chooses it; a day without requests has none.
 */
export function createDailyService(dependencies: Dependencies) {
  const { data, catalog, find, transact, clock, random, log } = dependencies;
  let today = '';
  let retryAt = Infinity;

  /** A random one of these jokes that can be shown; undefined if there is none. */
  async function draw(candidates: readonly number[]): Promise<number | undefined> {
    const left = [...candidates];
    for (let draws = 0; left.length > 0 && draws < MAXIMUM_DRAWS; draws += 1) {
      const [id = 0] = left.splice(Math.floor(random() * left.length), 1);
      if ((await find(visitor, [id])).length > 0) return id;
    }
    return undefined;
  }

  /** Stores the joke of a date, if no other instance has. */
  async function choose(date: string): Promise<DailyJokes> {
    const approved = (await catalog.fresh()).ids(['approved'], 'date_asc', 0, Infinity);
    return transact(async (transaction) => {
      const stored = await data.read(transaction);
      if (hasDay(stored, date)) return stored;
      const last = stored.days.at(-1)?.joke_id;
      const inRound = await draw(unseenOf(stored, approved));
      // A new round does not begin with the joke that ended the last one, if there is another.
      const others = approved.filter((id) => id !== last);
      const chosen = inRound ?? (await draw(others)) ?? (await draw(approved));
      if (chosen === undefined) return stored;
      const changed = withDay(stored, date, chosen, inRound === undefined);
      data.write(transaction, changed);
      return changed;
    });
  }

  async function load(): Promise<DailyJokes> {
    const date = today;
    const stored = await data.read();
    if (hasDay(stored, date)) return stored;
    const chosen = await attempt(log, 'Choosing the joke of the day', choose(date));
    if (chosen && hasDay(chosen, date)) return chosen;
    retryAt = clock() + RETRY_MS;
    return stored;
  }

  const cached = createCachedValue(load, { lifetimeMs: LIFETIME_MS, clock });

  return {
    /**
     * The jokes of the last days that are still approved, the newest first. A new day is read once; while
     * the database fails, the earlier days are returned.
     */
    async list(): Promise<{ date: string; joke: JokeDocument }[]> {
      const date = dateOf(clock());
      if (date !== today || clock() >= retryAt) {
        today = date;
        retryAt = Infinity;
        cached.expire();
      }
      const { days } = await cached.get();
      const jokes = await find(visitor, [...new Set(days.map(({ joke_id }) => joke_id))]);
      const byId = new Map(jokes.map((joke) => [joke.joke_id, joke]));
      return days.toReversed().flatMap(({ date: day, joke_id }) => {
        const joke = byId.get(joke_id);
        return joke ? [{ date: day, joke }] : [];
      });
    },
  };
}
