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

/** The prior is updated when the site's average has moved by this many stars. */
const DUE_AFTER = 0.1;
/** In floating point, 4.1 and 4.0 differ by a little less than 0.1. */
const ROUNDING = 1e-9;
/** Jokes rewritten in one transaction; votes on them wait for its commit. */
const JOKES_PER_COMMIT = SHELF_SIZE;

export interface ScoreState {
  /** the stored average vote, which scores are computed with */
  prior: number;
  /** the current average vote for approved jokes; the stored one if there are no votes */
  average: number;
  /** whether the average has moved so far that the prior must be updated */
  moved: boolean;
  /**
   * the number of jokes whose score was computed with another prior, for example after an interrupted
   * refresh; 0 if `moved`
   */
  outdated: number;
}

/** Progress in joke ids. */
export interface RefreshObserver {
  onProgress: (done: number, ids: number) => void;
  /** Stops at the next commit. */
  signal?: AbortSignal;
}

/** Both functions throw an Error while a restore is unfinished. */
export interface ScoreRefresh {
  /**
   * Checks whether a refresh is due. Costs one read, three per 1,000 jokes, and one per joke if some are
   * outdated or malformed.
   */
  check(observer: RefreshObserver): Promise<ScoreState>;
  /**
   * Sets the prior to the site's average if that has moved by 0.1 stars or more, and rewrites every score
   * that was computed with another prior: one read per joke, one write per rewritten score. The site may
   * run at the same time. After an interruption the next run continues.
   * @returns the current prior, and how many scores were rewritten
   */
  refresh(observer: RefreshObserver): Promise<{ prior: number; rewritten: number }>;
}

interface Parts {
  jokes: JokeData;
  restoreMark: Pick<RestoreMarkData, 'exists'>;
  catalogData: CatalogData;
  catalog: Pick<CatalogService, 'change'>;
  totals: VoteTotalData;
  /** for read-only transactions */
  snapshot: Transact;
  transact: Transact;
}

/** @see ScoreRefresh */
export function createScoreRefresh(parts: Parts): ScoreRefresh {
  const { jokes, restoreMark, catalogData, catalog, totals, snapshot, transact } = parts;

  async function measure(): Promise<Omit<ScoreState, 'outdated'> & { current: boolean }> {
    if (await restoreMark.exists()) {
      throw new Error('A restore was interrupted: run the import again.');
    }
    const { prior } = await catalogData.readRoot();
    const { votes, stars } = await totals.read();
    const average = votes === 0 ? prior : stars / votes;
    const moved = Math.abs(average - prior) >= DUE_AFTER - ROUNDING;
    const scored = await totals.countScored(prior);
    return { prior, average, moved, current: scored === (await jokes.count()) };
  }

  /** Visits all jokes, one transaction per 200 ids; returns the sum of the results of `visit`. */
  async function visitJokes(
    { onProgress, signal }: RefreshObserver,
    run: Transact,
    visit: (transaction: Transaction, page: JokeDocument[]) => number,
  ): Promise<number> {
    // Jokes that are added after this get the current prior.
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
          : await visitJokes(
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
        const count = await visitJokes(observer, transact, (transaction, page) => {
          const outdated = page.filter((joke) => joke.prior !== prior);
          for (const { joke_id, histogram } of outdated) {
            jokes.update(transaction, joke_id, voteFields(histogram, prior));
          }
          return outdated.length;
        });
        // The documents that are still counted as outdated are not jokes.
        if (count === 0) return { prior, rewritten };
        rewritten += count;
      }
    },
  };
}
