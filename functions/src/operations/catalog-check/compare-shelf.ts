import { jokeStatus, type JokeStatus } from '../../contract/index.ts';
import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import {
  countStatuses,
  SHELF_SIZE,
  shelfOf,
  statusOf,
  withChangedTexts,
  withStatuses,
  type CatalogRoot,
} from '../../catalog/catalog-root.ts';

/** A shelf and its jokes as they are at one moment. */
export interface ShelfState {
  number: number;
  root: CatalogRoot;
  /** the texts on it by joke id; undefined if there is no such shelf */
  texts: ReadonlyMap<number, string> | undefined;
  /** every joke whose id belongs on it */
  jokes: readonly JokeDocument[];
}

function* idsOf(shelf: number): Generator<number> {
  for (let place = 0; place < SHELF_SIZE; place += 1) yield shelf * SHELF_SIZE + place;
}

function compareJoke(
  id: number,
  joke: JokeDocument | undefined,
  status: JokeStatus | undefined,
  text: string | undefined,
): string[] {
  if (!joke) {
    return [
      ...(status ? [`joke ${id} does not exist, but is ${status} in the catalog`] : []),
      ...(text === undefined ? [] : [`joke ${id} does not exist, but has a text on its shelf`]),
    ];
  }
  const problems: string[] = [];
  if (!status) problems.push(`joke ${id} is ${joke.status}, but missing from the catalog`);
  else if (status !== joke.status)
    problems.push(`joke ${id} is ${joke.status}, but ${status} in the catalog`);
  if (text === undefined) problems.push(`joke ${id} has no text on its shelf`);
  else if (text !== joke.joke_text) problems.push(`joke ${id} has a different text on its shelf`);
  return problems;
}

/**
 * Describes every difference between the jokes and their shelf, including the shelf's part of the root.
 * @param except ids to skip
 */
export function compareShelf(
  { number, root, texts, jokes }: ShelfState,
  except: ReadonlySet<number> = new Set(),
): string[] {
  const byId = new Map(jokes.map((joke) => [joke.joke_id, joke]));
  const problems: string[] = [];
  for (const id of idsOf(number)) {
    if (except.has(id)) continue;
    problems.push(...compareJoke(id, byId.get(id), statusOf(root, id), texts?.get(id)));
  }
  for (const id of texts?.keys() ?? []) {
    if (shelfOf(id) !== number) {
      problems.push(`joke ${id} has a text on shelf ${number}, where it does not belong`);
    }
  }
  if (jokes.length > 0 && !root.shelf_versions[number]) {
    problems.push(`shelf ${number} has no version, so search does not read it`);
  }
  const highest = jokes.reduce((most, joke) => Math.max(most, joke.joke_id), 0);
  if (highest >= root.next_joke_id) {
    problems.push(
      `the next joke would get number ${root.next_joke_id}, but joke ${highest} exists`,
    );
  }
  return problems;
}

/** Describes how the root contradicts itself. */
export function compareTotals(root: CatalogRoot): string[] {
  const counted = countStatuses(root);
  return jokeStatus.options.flatMap((status) =>
    root.totals[status] === counted[status]
      ? []
      : [
          `the catalog’s total of ${status} jokes is ${root.totals[status]}, but it lists ${counted[status]}`,
        ],
  );
}

/** The correct root for these jokes on a shelf; the caller sets its revision. */
export function repairRoot({ number, root, jokes }: ShelfState): CatalogRoot {
  const byId = new Map(jokes.map((joke) => [joke.joke_id, joke.status]));
  const known = [...idsOf(number)].filter((id) => byId.has(id) || statusOf(root, id));
  const repaired = withChangedTexts(
    withStatuses(
      root,
      known.map((id) => [id, byId.get(id)]),
    ),
    [number * SHELF_SIZE],
  );
  return { ...repaired, totals: countStatuses(repaired) };
}
