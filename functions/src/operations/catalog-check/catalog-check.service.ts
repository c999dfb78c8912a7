import type { RestoreMarkData } from '../../database/restore-mark.data.ts';
import { describeMalformed, MalformedDocument } from '../../database/stored-document.data.ts';
import type { Transaction } from '../../database/database.ts';
import type { Transact } from '../../database/transact.ts';
import type { FoundJokes, JokeData } from '../../features/jokes/jokes.data.ts';
import type { MigrationData } from '../migrations/migrations.data.ts';
import type { RatingData } from '../../features/ratings/ratings.data.ts';
import { emptyRoot, HIGHEST_JOKE_ID, shelfOf, SHELF_SIZE } from '../../catalog/catalog-root.ts';
import type { CatalogData } from '../../catalog/catalog.data.ts';
import { compareShelf, compareTotals, mendRoot, type ShelfState } from './compare-shelf.ts';
import { compareVotes, countAgain, RATINGS_AT_ONCE } from './compare-votes.ts';

export interface CatalogReport {
  /** jokes that were compared */
  jokes: number;
  problems: number;
  /** how many of them `rebuild` repairs, or has repaired */
  repairable: number;
}

/** Who follows a check: progress in shelves, and each problem in words. */
export interface CatalogObserver {
  onProgress: (done: number, shelves: number) => void;
  onProblem: (problem: string) => void;
  /** Stops at the next shelf. */
  signal?: AbortSignal;
}

export interface CatalogCheck {
  /**
   * Compares the catalog and the ratings with the jokes, also while the site runs: each shelf at one
   * moment. Costs a read for each joke, another one for each joke on a shelf with ratings, and three for
   * each shelf. After a restore that was cut off it says so and nothing else.
   */
  check(observer: CatalogObserver): Promise<CatalogReport>;
  /**
   * Repairs what `check` finds, shelf by shelf, each in one transaction: it may be cut off anywhere, and
   * the site may run meanwhile. Malformed documents lose their place in the catalog and are left alone.
   * A joke with fewer votes than ratings gets those that are missing.
   * @throws Error after a restore that was cut off
   */
  rebuild(observer: CatalogObserver): Promise<CatalogReport>;
}

interface Parts {
  jokes: JokeData;
  catalog: CatalogData;
  ratings: RatingData;
  documents: Pick<MigrationData, 'listNewer' | 'listMalformed'>;
  restoreMark: Pick<RestoreMarkData, 'exists'>;
  /** for what only reads */
  snapshot: Transact;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

type Found = ShelfState & {
  problems: string[];
  malformed: FoundJokes['malformed'];
  /** jokes whose votes are wrong, with the problem in words */
  miscounted: Map<number, string>;
};

const CUT_OFF =
  'a backup was not restored to its end: run the same npm run import -- <folder> again';

/** Small collections without which nobody can sign in or vote. */
const WATCHED = ['admins', 'setup', 'secrets'];

/** What a read answers, or a substitute for a document that is malformed, which is told of. */
async function orElse<Value>(
  read: Promise<Value>,
  substitute: Value,
): Promise<{ value: Value; problems: string[] }> {
  try {
    return { value: await read, problems: [] };
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    return { value: substitute, problems: [describeMalformed(error)] };
  }
}

/** Compares and repairs; see {@link CatalogCheck}. */
export function createCatalogCheck(parts: Parts): CatalogCheck {
  const { jokes, catalog, ratings, documents, restoreMark, snapshot, transact, clock } = parts;

  /** The root; an empty one where it can't be read, which is told of. */
  function readRoot(transaction?: Transaction) {
    return orElse(catalog.readRoot(transaction), emptyRoot());
  }

  /** The jokes of a shelf whose votes are wrong. */
  async function findMiscounted(
    transaction: Transaction,
    { number, jokes: found }: ShelfState,
  ): Promise<Found['miscounted']> {
    const from = number * SHELF_SIZE;
    const rated = (await ratings.count(transaction, from, from + SHELF_SIZE)) > 0;
    const miscounted: Found['miscounted'] = new Map();
    for (let start = 0; start < found.length; start += RATINGS_AT_ONCE) {
      await Promise.all(
        found.slice(start, start + RATINGS_AT_ONCE).map(async (joke) => {
          const stored = rated ? await ratings.count(transaction, joke.joke_id) : 0;
          const problem = compareVotes(joke, stored);
          if (problem !== undefined) miscounted.set(joke.joke_id, problem);
        }),
      );
    }
    return miscounted;
  }

  async function readShelf(transaction: Transaction, number: number): Promise<Found> {
    const from = number * SHELF_SIZE;
    const root = await readRoot(transaction);
    const texts = await orElse(catalog.readShelf(transaction, number), undefined);
    const { jokes: found, malformed } = await jokes.scan(transaction, from, from + SHELF_SIZE);
    const state = { number, root: root.value, texts: texts.value, jokes: found };
    return {
      ...state,
      malformed,
      problems: [...root.problems, ...texts.problems],
      miscounted: new Map(),
    };
  }

  /** How many shelves jokes, texts and the root ask for, at least one. */
  async function countShelves(): Promise<number> {
    const { value: root } = await readRoot();
    const last = Math.max(
      0,
      shelfOf(await jokes.highestId(HIGHEST_JOKE_ID)),
      root.shelf_versions.length - 1,
      shelfOf(Math.max(0, root.statuses.length * 4 - 1)),
      await catalog.lastShelf(),
    );
    return last + 1;
  }

  async function everyShelf(
    observer: CatalogObserver,
    visit: (number: number) => Promise<Found>,
  ): Promise<CatalogReport> {
    const report = { jokes: 0, problems: 0, repairable: 0 };
    const tell = (problem: string) => {
      report.problems += 1;
      observer.onProblem(problem);
    };
    const tellRepairable = (problem: string) => {
      report.repairable += 1;
      tell(problem);
    };
    const before = await jokes.count();
    const shelves = await countShelves();
    let malformed = 0;
    for (let number = 0; number < shelves; number += 1) {
      observer.signal?.throwIfAborted();
      const found = await visit(number);
      report.jokes += found.jokes.length;
      malformed += found.malformed.length;
      for (const problem of [...found.problems, ...found.miscounted.values()]) {
        tellRepairable(problem);
      }
      for (const document of found.malformed) tell(describeMalformed(document));
      observer.onProgress(number + 1, shelves);
    }
    // Documents that come or go meanwhile don't count.
    if (Math.min(before, await jokes.count()) > report.jokes + malformed) {
      for await (const path of jokes.listStrays(shelves * SHELF_SIZE)) {
        tell(describeMalformed({ path, fields: ['joke_id'] }));
      }
    }
    for (const collection of WATCHED) {
      for await (const document of documents.listMalformed(collection))
        tell(describeMalformed(document));
    }
    for await (const { path, version } of documents.listNewer()) {
      tell(`${path} has schema version ${version}, which a later version of this program wrote`);
    }
    return report;
  }

  /** Repairs a shelf and, with it, the root's totals. */
  async function mendShelf(number: number): Promise<Found> {
    const mended = await transact(async (transaction) => {
      const found = await readShelf(transaction, number);
      if (found.problems.length === 0) found.problems = compareShelf(found);
      const problems = [...found.problems, ...compareTotals(found.root)];
      if (problems.length > 0) {
        const { root } = found;
        // A root that was lost must still count as newer than the one that instances keep.
        const revision = root.revision > 0 ? root.revision : Math.floor(clock() / 1_000);
        const texts = new Map(found.jokes.map((joke) => [joke.joke_id, joke.joke_text]));
        catalog.writeShelf(transaction, number, texts);
        catalog.writeRoot(transaction, { ...mendRoot(found), revision: revision + 1 });
      }
      return { ...found, problems };
    });
    const miscounted = await snapshot((transaction) => findMiscounted(transaction, mended));
    for (const jokeId of miscounted.keys()) await mendVotes(jokeId);
    return { ...mended, miscounted };
  }

  /** Gives a joke the votes that its ratings prove. */
  function mendVotes(jokeId: number): Promise<void> {
    return transact(async (transaction) => {
      const joke = await jokes.read(transaction, jokeId);
      if (!joke) return;
      const stars = await ratings.listStars(transaction, jokeId);
      const updated_at = new Date(clock());
      jokes.update(transaction, jokeId, { ...countAgain(joke, stars), updated_at });
    });
  }

  return {
    async check(observer) {
      if (await restoreMark.exists()) {
        observer.onProblem(CUT_OFF);
        return { jokes: 0, problems: 1, repairable: 0 };
      }
      const { value: root, problems } = await readRoot();
      const told = [...problems, ...compareTotals(root)];
      for (const problem of told) observer.onProblem(problem);
      if (problems.length > 0) return { jokes: 0, problems: told.length, repairable: told.length };
      const report = await everyShelf(observer, (number) =>
        snapshot(async (transaction) => {
          const found = await readShelf(transaction, number);
          const malformed = new Set(found.malformed.map(({ id }) => Number(id)));
          if (found.problems.length === 0) found.problems = compareShelf(found, malformed);
          return { ...found, miscounted: await findMiscounted(transaction, found) };
        }),
      );
      return {
        ...report,
        problems: report.problems + told.length,
        repairable: report.repairable + told.length,
      };
    },
    async rebuild(observer) {
      if (await restoreMark.exists()) throw new Error(CUT_OFF);
      return everyShelf(observer, mendShelf);
    },
  };
}
