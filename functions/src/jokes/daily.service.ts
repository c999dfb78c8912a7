import * as z from 'zod';
import type { Catalog } from '../catalog/catalog.ts';
import { READ, type Follower } from '../catalog/follower.ts';
import type { Joke } from '../catalog/joke.ts';
import { day, jokeId } from '../contract/index.ts';
import { dateOf } from '../domain/index.ts';
import { attempt } from '../platform/log.ts';
import { singleFlight } from '../platform/once.ts';
import { openDocuments, type DataSource } from '../platform/stored-document.data.ts';
import type { Tools } from '../platform/tools.ts';

/** Days in the document. */
const MAXIMUM_DAYS = 30;
/** After a failure, when the next request tries again. */
const RETRY_MS = 10_000;

/** `daily/facts`: the jokes of the last days (UTC) that somebody asked for, the oldest first */
export const dailyDocument = z.object({ days: z.array(z.object({ date: day, joke_id: jokeId })) });
type Days = z.infer<typeof dailyDocument>['days'];

interface Dependencies
  extends DataSource, Pick<Tools, 'transact' | 'startCall' | 'clock' | 'random' | 'log'> {
  follower: Follower;
}

export type DailyService = ReturnType<typeof createDailyService>;

/**
 * The joke of each day (UTC), the same for everyone. The first request of a day chooses it; a day without requests has
 * none. If it is taken down that day, the next request chooses another.
 */
export function createDailyService(tools: Dependencies) {
  const { follower, transact, startCall, withReadDeadline, clock, random, log } = tools;
  const documents = openDocuments(tools, 'daily', dailyDocument);
  const today = () => dateOf(new Date(clock()));
  let known: Days = [];
  let retryAt = 0;

  function isCurrent(catalog: Catalog, days: Days): boolean {
    const last = days.at(-1);
    return last !== undefined && last.date >= today() && catalog.isApproved(last.joke_id);
  }

  /**
   * A random joke: if possible, one that was not that of one of the last days, and of the better half.
   * @returns undefined if there are no jokes
   */
  function draw(catalog: Catalog, days: Days): Joke | undefined {
    const { jokes } = catalog.list(['approved'], 'rating_desc');
    const isNew = ({ joke_id }: Joke) => days.every((each) => each.joke_id !== joke_id);
    const better = jokes.slice(0, Math.ceil(jokes.length / 2));
    const choices = [better.filter(isNew), jokes.filter(isNew), jokes];
    const choice = choices.find(({ length }) => length > 0) ?? [];
    return choice[Math.floor(random() * choice.length)];
  }

  /** The stored days, with one of today; one billed read. */
  const load = (catalog: Catalog): Promise<Days> =>
    transact(
      {
        read: async (transaction) => (await documents.read(transaction, 'facts'))?.days ?? [],
        write(transaction, days) {
          const joke = isCurrent(catalog, days) ? undefined : draw(catalog, days);
          if (!joke) return days;
          const date = today();
          const earlier = days.filter((each) => each.date < date);
          const renewed = [...earlier, { date, joke_id: joke.joke_id }].slice(-MAXIMUM_DAYS);
          documents.write(transaction, 'facts', { days: renewed });
          return renewed;
        },
      },
      startCall(),
    );

  const refresh = singleFlight(async (catalog: Catalog) => {
    const work = withReadDeadline(load(catalog));
    known = (await attempt(log, 'Choosing the joke of the day', work)) ?? known;
    if (!isCurrent(catalog, known)) retryAt = clock() + RETRY_MS;
  });

  return {
    /**
     * The jokes of the last days that are still approved, the newest first. While the database fails, those
     * of earlier days. An instance reads the document once a day.
     * @param size how many at most
     */
    async list(size = MAXIMUM_DAYS): Promise<{ date: string; joke: Joke }[]> {
      const catalog = await follower.read(READ.visitor);
      if (!isCurrent(catalog, known) && clock() >= retryAt) await refresh(catalog);
      const found = known.toReversed().flatMap(({ date, joke_id }) => {
        return catalog.findApproved([joke_id]).map((joke) => ({ date, joke }));
      });
      return found.slice(0, size);
    },
  };
}
