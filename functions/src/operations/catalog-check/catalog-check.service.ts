import type { RestoreMarkData } from '../../database/restore-mark.data.ts';
import { describeMalformed, MalformedDocument } from '../../database/stored-document.data.ts';
import type { Transaction } from '../../database/database.ts';
import type { Transact } from '../../database/transact.ts';
import type { FoundJokes, JokeData } from '../../features/jokes/jokes.data.ts';
import type { MigrationData } from '../migrations/migrations.data.ts';
import type { RatingData } from '../../features/ratings/ratings.data.ts';
import { emptyRoot, HIGHEST_JOKE_ID, shelfOf, SHELF_SIZE } from '../../catalog/catalog-root.ts';
import type { CatalogData } from '../../catalog/catalog.data.ts';
import { compareShelf, compareTotals, repairRoot, type ShelfState } from './compare-shelf.ts';
import { compareVotes, RATINGS_AT_ONCE, recount } from './compare-votes.ts';

export interface CatalogReport {
  /** jokes that were compared */
  jokes: number;
  problems: number;
  /** how many of the problems `rebuild` repairs, or has repaired */
  repairable: number;
}

/** Follows a check: progress in shelves, and a description of each problem. */
export interface CatalogObserver {
  onProgress: (done: number, shelves: number) => void;
  onProblem: (problem: string) => void;
  /** Stops at the next shelf. */
  signal?: AbortSignal;
}

export interface CatalogCheck {
  /**
   * Compares the catalog and the ratings with the jokes. The site may run at the same time: each shelf
   * is read at one moment. Costs a read per joke, another one per joke on a shelf with ratings, and three
   * per shelf. After an interrupted restore it reports only that.
   */
  check(observer: CatalogObserver): Promise<CatalogReport>;
  /**
   * Repairs what `check` finds, shelf by shelf, each in one transaction. It may be interrupted at any
   * point, and the site may run at the same time. Malformed documents are removed from the catalog but
   * not changed. A joke with fewer votes than ratings gets the missing votes.
   * @throws Error after an interrupted restore
   */
  rebuild(observer: CatalogObserver): Promise<CatalogReport>;
}

interface Parts {
  jokes: JokeData;
  catalog: CatalogData;
  ratings: RatingData;
  documents: Pick<MigrationData, 'listNewer' | 'listMalformed'>;
  restoreMark: Pick<RestoreMarkData, 'exists'>;
  /** for read-only transactions */
  snapshot: Transact;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

type Found = ShelfState & {
  problems: string[];
  malformed: FoundJokes['malformed'];
  /** jokes whose votes are wrong, each with a description of the problem */
  miscounted: Map<number, string>;
};

const INTERRUPTED = 'a restore was interrupted: run the same npm run import -- <folder> again';

/** Small collections that signing in and voting depend on. */
const ESSENTIAL = ['admins', 'setup', 'secrets'];

/** The result of a read; for a malformed document a substitute, with the problem. */
async function orSubstitute<Value>(
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

/** @see CatalogCheck */
export function createCatalogCheck(parts: Parts): CatalogCheck {
  const { jokes, catalog, ratings, documents, restoreMark, snapshot, transact, clock } = parts;

  /** The root; if it is malformed, an empty one with the problem. */
  function readRoot(transaction?: Transaction) {
    return orSubstitute(catalog.readRoot(transaction), emptyRoot());
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
    const texts = await orSubstitute(catalog.readShelf(transaction, number), undefined);
    const { jokes: found, malformed } = await jokes.scan(transaction, from, from + SHELF_SIZE);
    const state = { number, root: root.value, texts: texts.value, jokes: found };
    return {
      ...state,
      malformed,
      problems: [...root.problems, ...texts.problems],
      miscounted: new Map(),
    };
  }

  /** The number of shelves, from jokes, texts and the root; at least one. */
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

  async function visitShelves(
    observer: CatalogObserver,
    visit: (number: number) => Promise<Found>,
  ): Promise<CatalogReport> {
    const report = { jokes: 0, problems: 0, repairable: 0 };
    const reportProblem = (problem: string) => {
      report.problems += 1;
      observer.onProblem(problem);
    };
    const reportRepairable = (problem: string) => {
      report.repairable += 1;
      reportProblem(problem);
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
        reportRepairable(problem);
      }
      for (const document of found.malformed) reportProblem(describeMalformed(document));
      observer.onProgress(number + 1, shelves);
    }
    // Documents that are created or deleted during the check don't count.
    if (Math.min(before, await jokes.count()) > report.jokes + malformed) {
      for await (const path of jokes.listStrays(shelves * SHELF_SIZE)) {
        reportProblem(describeMalformed({ path, fields: ['joke_id'] }));
      }
    }
    for (const collection of ESSENTIAL) {
      for await (const document of documents.listMalformed(collection))
        reportProblem(describeMalformed(document));
    }
    for await (const { path, version } of documents.listNewer()) {
      reportProblem(`${path} has schema version ${version}, from a later version of this program`);
    }
    return report;
  }

  /** Repairs a shelf and the root's totals. */
  async function repairShelf(number: number): Promise<Found> {
    const repaired = await transact(async (transaction) => {
      const found = await readShelf(transaction, number);
      if (found.problems.length === 0) found.problems = compareShelf(found);
      const problems = [...found.problems, ...compareTotals(found.root)];
      if (problems.length > 0) {
        const { root } = found;
        // A root that was lost must still count as newer than the one that instances have cached.
        const revision = root.revision > 0 ? root.revision : Math.floor(clock() / 1_000);
        const texts = new Map(found.jokes.map((joke) => [joke.joke_id, joke.joke_text]));
        catalog.writeShelf(transaction, number, texts);
        catalog.writeRoot(transaction, { ...repairRoot(found), revision: revision + 1 });
      }
      return { ...found, problems };
    });
    const miscounted = await snapshot((transaction) => findMiscounted(transaction, repaired));
    for (const jokeId of miscounted.keys()) await repairVotes(jokeId);
    return { ...repaired, miscounted };
  }

  /** Adds the votes that a joke's ratings prove. */
  function repairVotes(jokeId: number): Promise<void> {
    return transact(async (transaction) => {
      const joke = await jokes.read(transaction, jokeId);
      if (!joke) return;
      const stars = await ratings.listStars(transaction, jokeId);
      jokes.update(transaction, jokeId, recount(joke, stars));
    });
  }

  return {
    async check(observer) {
      if (await restoreMark.exists()) {
        observer.onProblem(INTERRUPTED);
        return { jokes: 0, problems: 1, repairable: 0 };
      }
      const { value: root, problems } = await readRoot();
      const ofRoot = [...problems, ...compareTotals(root)];
      for (const problem of ofRoot) observer.onProblem(problem);
      if (problems.length > 0) {
        return { jokes: 0, problems: ofRoot.length, repairable: ofRoot.length };
      }
      const report = await visitShelves(observer, (number) =>
        snapshot(async (transaction) => {
          const found = await readShelf(transaction, number);
          const malformed = new Set(found.malformed.map(({ id }) => Number(id)));
          if (found.problems.length === 0) found.problems = compareShelf(found, malformed);
          return { ...found, miscounted: await findMiscounted(transaction, found) };
        }),
      );
      return {
        ...report,
        problems: report.problems + ofRoot.length,
        repairable: report.repairable + ofRoot.length,
      };
    },
    async rebuild(observer) {
      if (await restoreMark.exists()) throw new Error(INTERRUPTED);
      return visitShelves(observer, repairShelf);
    },
  };
}
