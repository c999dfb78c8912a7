import type { RestoreMarkData } from '../../database/restore-mark.data.ts';
import { HIGHEST_JOKE_ID, SHELF_SIZE } from '../../catalog/catalog-root.ts';
import type { CatalogData } from '../../catalog/catalog.data.ts';
import type { CatalogService } from '../../catalog/catalog.service.ts';
import type { Transaction } from '../../database/database.ts';
import type { Transact } from '../../database/transact.ts';
import type { JokeData } from '../../features/jokes/jokes.data.ts';
import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import { voteFields } from '../../catalog/score.ts';
import type { VoteTotalData } from '../../features/ratings/vote-totals.data.ts';

/** In stars; the prior follows the site's average when that has moved by so much. */
const DUE_AFTER = 0.1;
/** Averages such as 4.1 and 4.0 differ by a little less than 0.1. */
const ROUNDING = 1e-9;
/** Jokes rewritten in one transaction: votes on them wait for its commit. */
const JOKES_PER_COMMIT = SHELF_SIZE;

export interface ScoreState {
  /** the site's average vote as it is stored, which scores are computed with */
  prior: number;
  /** the average vote for approved jokes as it is now; the stored one while there are no votes */
  average: number;
  /** whether the average has moved so far that the prior has to follow */
  moved: boolean;
  /**
   * Unless it has moved: jokes whose score was computed with another prior, as after a refresh that was
   * cut off.
   */
  outdated: number;
}

/** Progress in joke ids. */
export interface RefreshObserver {
  onProgress: (done: number, ids: number) => void;
  /** Stops at the next commit. */
  signal?: AbortSignal;
}

/** Both throw an Error while a site is only restored in part. */
export interface ScoreRefresh {
  /**
   * Whether a refresh is due. Costs a read and three for each 1,000 jokes; one more for each joke while
   * some are outdated or malformed.
   */
  check(observer: RefreshObserver): Promise<ScoreState>;
  /**
   * Sets the prior to the site's average when that has moved by 0.1 stars or more, and rewrites every
   * score that was computed with another prior: one read for each joke, one write for each rewritten
   * one. The site may run meanwhile; cut off anywhere, the next run goes on.
   * @returns the prior that holds now, and how many scores were rewritten
   */
  refresh(observer: RefreshObserver): Promise<{ prior: number; rewritten: number }>;
}

interface Parts {
  jokes: JokeData;
  restoreMark: Pick<RestoreMarkData, 'exists'>;
  catalogData: CatalogData;
  catalog: Pick<CatalogService, 'change'>;
  totals: VoteTotalData;
  /** for what only reads */
  snapshot: Transact;
  transact: Transact;
  clock: () => number;
}

/** Keeps scores up with the site's average; see {@link ScoreRefresh}. */
export function createScoreRefresh(parts: Parts): ScoreRefresh {
  const { jokes, restoreMark, catalogData, catalog, totals, snapshot, transact, clock } = parts;

  async function measure(): Promise<Omit<ScoreState, 'outdated'> & { current: boolean }> {
    if (await restoreMark.exists()) {
      throw new Error('A backup was not restored to its end: run the import again.');
    }
    const { prior } = await catalogData.readRoot();
    const { votes, stars } = await totals.read();
    const average = votes === 0 ? prior : stars / votes;
    const moved = Math.abs(average - prior) >= DUE_AFTER - ROUNDING;
    const scored = await totals.countScored(prior);
    return { prior, average, moved, current: scored === (await jokes.count()) };
  }

  /** Visits the jokes in one transaction for some hundred ids; answers the sum of what `visit` does. */
  async function everyPage(
    { onProgress, signal }: RefreshObserver,
    run: Transact,
    visit: (transaction: Transaction, page: JokeDocument[]) => number,
  ): Promise<number> {
    // Who adds a joke after this has read the root as it is now.
    const highest = await jokes.highestId(HIGHEST_JOKE_ID);
    let sum = 0;
    for (let from = 0; from <= highest; from += JOKES_PER_COMMIT) {
      signal?.throwIfAborted();
      sum += await run(async (transaction) => {
        const page = await jokes.scan(transaction, from, from + JOKES_PER_COMMIT);
        return visit(transaction, page.jokes);
      });
      onProgress(Math.min(from + JOKES_PER_COMMIT - 1, highest), highest);
    }
    return sum;
  }

  return {
    async check(observer) {
      const { current, ...state } = await measure();
      const outdated =
        current || state.moved
          ? 0
          : await everyPage(
              observer,
              snapshot,
              (_, page) => page.filter((joke) => joke.prior !== state.prior).length,
            );
      return { ...state, outdated };
    },

    async refresh(observer) {
      for (let rewritten = 0; ;) {
        const { prior: before, average, moved, current } = await measure();
        const prior = moved ? average : before;
        if (moved) {
          await catalog.change((_, draft) => {
            draft.root = { ...draft.root, prior };
            return Promise.resolve();
          });
        } else if (current) {
          return { prior, rewritten };
        }
        const onThisRound = await everyPage(observer, transact, (transaction, page) => {
          const outdated = page.filter((joke) => joke.prior !== prior);
          const updated_at = new Date(clock());
          for (const { joke_id, histogram } of outdated) {
            const fields = { ...voteFields(histogram, prior), updated_at };
            jokes.update(transaction, joke_id, fields);
          }
          return outdated.length;
        });
        // What is still counted as outdated then are documents that are no jokes.
        if (onThisRound === 0) return { prior, rewritten };
        rewritten += onThisRound;
      }
    },
  };
}
