import { HIGHEST_JOKE_ID, SHELF_SIZE } from '../catalog/catalog-root.ts';
import { countedFields, spreadOf } from '../catalog/tally.ts';
import type { Context } from '../context.ts';
import type { Transaction } from '../platform/database/database.ts';
import type { Transact } from '../platform/database/transact.ts';
import type { JokeDocument } from '../features/jokes/joke-document.ts';
import { accessSite, type Observer, type SiteAccess } from './site-access.ts';

/** The prior is updated when the site's average has moved by this many stars. */
const DUE_AFTER = 0.1;
/** In floating point, 4.1 and 4.0 differ by a little less than 0.1. */
const ROUNDING = 1e-9;
/** Jokes rewritten in one transaction; votes on them wait for its commit. */
const JOKES_PER_COMMIT = SHELF_SIZE;

/**
 * @returns `prior`, the stored average vote that scores are computed with; `average`, the current one for
 *   approved jokes, or the stored one if there are no votes; whether the average has `moved` so far that the
 *   prior must be updated; whether all scores are `current`, so computed with the prior
 */
async function measure({ jokes, catalogData }: SiteAccess) {
  const { prior } = await catalogData.readRoot();
  const { votes, stars } = await jokes.countVotes();
  const average = votes === 0 ? prior : stars / votes;
  const moved = Math.abs(average - prior) >= DUE_AFTER - ROUNDING;
  const scored = await jokes.countScored(prior);
  return { prior, average, moved, current: scored === (await jokes.count()) };
}

/**
 * Visits the jokes whose score was computed with another prior, one transaction per 200 ids.
 * @returns how many there are
 */
async function visitOutdated(
  { jokes }: SiteAccess,
  prior: number,
  { onProgress, signal }: Observer,
  run: Transact,
  visit: (transaction: Transaction, joke: JokeDocument) => void,
): Promise<number> {
  // Jokes that are added after this get the current prior.
  const highest = await jokes.highestId(HIGHEST_JOKE_ID);
  let count = 0;
  for (let from = 0; from <= highest; from += JOKES_PER_COMMIT) {
    signal?.throwIfAborted();
    count += await run(async (transaction) => {
      const page = await jokes.scan(transaction, from, from + JOKES_PER_COMMIT);
      const outdated = page.jokes.filter((joke) => joke.prior !== prior);
      for (const joke of outdated) visit(transaction, joke);
      return outdated.length;
    });
    const done = Math.min(from + JOKES_PER_COMMIT - 1, highest);
    onProgress(`Scores up to no. ${done.toLocaleString('en')} of ${highest.toLocaleString('en')}`);
  }
  return count;
}

/**
 * Checks whether a refresh of the scores is due. Costs one read, three per 1,000 jokes, and one per joke
 * if some are outdated or malformed.
 * @returns the averages, and the number of jokes whose score was computed with another prior, for example
 *   after an interrupted refresh; 0 if the average has moved
 * @throws Error while a restore is unfinished
 */
export async function checkScores(context: Context, observer: Observer) {
  const site = accessSite(context);
  const { current, ...state } = await measure(site);
  if (current || state.moved) return { ...state, outdated: 0 };
  const ignore = () => undefined;
  const outdated = await visitOutdated(site, state.prior, observer, site.snapshot, ignore);
  return { ...state, outdated };
}

/**
 * Sets the prior to the site's average if that has moved by 0.1 stars or more, and rewrites every score
 * that was computed with another prior: one read per joke, one write per rewritten score. The site may run
 * at the same time. After an interruption the next run continues.
 * @returns the current prior, and how many scores were rewritten
 * @throws Error while a restore is unfinished
 */
export async function refreshScores(
  context: Context,
  observer: Observer,
): Promise<{ prior: number; rewritten: number }> {
  const site = accessSite(context);
  const { jokes, catalog, transact } = site;
  for (let rewritten = 0; ;) {
    const { prior: before, average, moved, current } = await measure(site);
    const prior = moved ? average : before;
    if (moved) {
      await catalog.change((_, draft) => {
        draft.root = { ...draft.root, prior };
        return Promise.resolve();
      });
    } else if (current) return { prior, rewritten };
    const count = await visitOutdated(site, prior, observer, transact, (transaction, joke) => {
      jokes.update(transaction, joke.joke_id, countedFields({ ...joke, prior }, spreadOf(joke)));
    });
    // The documents that are still counted as outdated are not jokes.
    if (count === 0) return { prior, rewritten };
    rewritten += count;
  }
}
