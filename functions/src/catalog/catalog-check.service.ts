import type { RestoreMarkData } from '../backup/restore-mark.data.ts';
import { MalformedDocument } from '../database/stored-document.data.ts';
import type { Transaction } from '../database/database.ts';
import type { Transact } from '../database/transact.ts';
import type { JokeData } from '../jokes/jokes.data.ts';
import { emptyRoot, HIGHEST_JOKE_ID, shelfOf, SHELF_SIZE } from './catalog-root.ts';
import type { CatalogData } from './catalog.data.ts';
import { compareShelf, compareTotals, mendRoot, type ShelfState } from './compare-shelf.ts';

export interface CatalogReport {
  /** jokes that were compared */
  jokes: number;
  problems: number;
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
   * Compares the catalog with the jokes, also while the site runs: each shelf at one moment. Costs a
   * read for each joke and two for each shelf.
   */
  check(observer: CatalogObserver): Promise<CatalogReport>;
  /**
   * Mends what `check` finds, shelf by shelf, each in one transaction: it may be cut off anywhere, and
   * the site may run meanwhile. Documents that are no jokes are told of and left alone.
   */
  rebuild(observer: CatalogObserver): Promise<CatalogReport>;
}

interface Parts {
  jokes: JokeData;
  catalog: CatalogData;
  restoreMark: Pick<RestoreMarkData, 'read'>;
  /** for what only reads */
  snapshot: Transact;
  transact: Transact;
  /** milliseconds since the epoch */
  clock: () => number;
}

type Found = ShelfState & { problems: string[]; malformed: string[] };

/** What a read answers, or a substitute for a document that is malformed, which is told of. */
async function orElse<Value>(
  read: Promise<Value>,
  substitute: Value,
): Promise<{ value: Value; problems: string[] }> {
  try {
    return { value: await read, problems: [] };
  } catch (error) {
    if (!(error instanceof MalformedDocument)) throw error;
    return { value: substitute, problems: [error.message] };
  }
}

/** Compares and mends; see {@link CatalogCheck}. */
export function createCatalogCheck(parts: Parts): CatalogCheck {
  const { jokes, catalog, restoreMark, snapshot, transact, clock } = parts;

  /** The root; an empty one where it can't be read, which is told of. */
  function readRoot(transaction?: Transaction) {
    return orElse(catalog.readRoot(transaction), emptyRoot());
  }

  async function readShelf(transaction: Transaction, number: number): Promise<Found> {
    const from = number * SHELF_SIZE;
    const root = await readRoot(transaction);
    const texts = await orElse(catalog.readShelf(transaction, number), undefined);
    const { jokes: found, malformed } = await jokes.scan(transaction, from, from + SHELF_SIZE);
    const state = { number, root: root.value, texts: texts.value, jokes: found };
    const unreadable = [...root.problems, ...texts.problems];
    const problems = unreadable.length > 0 ? unreadable : compareShelf(state);
    return { ...state, malformed, problems };
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

  /** Tells of documents without a place in the catalog; documents that come or go meanwhile don't count. */
  function tellStrays(counts: readonly number[], seen: number, observer: CatalogObserver): number {
    const strays = Math.min(...counts) - seen;
    if (strays <= 0) return 0;
    observer.onProblem(`${strays} documents in jokes have no joke_id from 1 to ${HIGHEST_JOKE_ID}`);
    return 1;
  }

  async function everyShelf(
    observer: CatalogObserver,
    visit: (number: number) => Promise<Found>,
  ): Promise<CatalogReport> {
    const report = { jokes: 0, problems: 0 };
    const tell = (problem: string) => {
      report.problems += 1;
      observer.onProblem(problem);
    };
    if (await restoreMark.read())
      tell('a backup was not restored to its end: run the import again');
    const before = await jokes.count();
    const shelves = await countShelves();
    let malformed = 0;
    for (let number = 0; number < shelves; number += 1) {
      observer.signal?.throwIfAborted();
      const found = await visit(number);
      report.jokes += found.jokes.length;
      malformed += found.malformed.length;
      for (const problem of found.problems) tell(problem);
      for (const path of found.malformed) tell(`${path} is no joke as it should be`);
      observer.onProgress(number + 1, shelves);
    }
    const counts = [before, await jokes.count()];
    report.problems += tellStrays(counts, report.jokes + malformed, observer);
    return report;
  }

  /** Mends a shelf and, with it, the root's totals. */
  function mendShelf(number: number): Promise<Found> {
    return transact(async (transaction) => {
      const found = await readShelf(transaction, number);
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
  }

  return {
    async check(observer) {
      const { value: root, problems } = await readRoot();
      const told = [...problems, ...compareTotals(root)];
      for (const problem of told) observer.onProblem(problem);
      if (problems.length > 0) return { jokes: 0, problems: told.length };
      const report = await everyShelf(observer, (number) =>
        snapshot((transaction) => readShelf(transaction, number)),
      );
      return { ...report, problems: report.problems + told.length };
    },
    rebuild: (observer) => everyShelf(observer, mendShelf),
  };
}
