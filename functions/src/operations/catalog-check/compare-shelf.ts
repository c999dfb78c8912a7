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
  /** the texts that it holds by joke id; undefined when there is no such shelf */
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
      ...(status ? [`joke ${id} does not exist; the catalog has it as ${status}`] : []),
      ...(text === undefined ? [] : [`joke ${id} does not exist; its text is on its shelf`]),
    ];
  }
  const problems: string[] = [];
  if (!status) problems.push(`joke ${id} is ${joke.status}; the catalog does not know it`);
  else if (status !== joke.status)
    problems.push(`joke ${id} is ${joke.status}; the catalog has it as ${status}`);
  if (text === undefined) problems.push(`joke ${id} has no text on its shelf`);
  else if (text !== joke.joke_text) problems.push(`joke ${id} has another text on its shelf`);
  return problems;
}

/**
 * Everything in which a shelf, or what the root says of it, differs from the jokes, in words.
 * @param except ids that are left out
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
      problems.push(`joke ${id} has its text on shelf ${number}, which is another one's`);
    }
  }
  if (jokes.length > 0 && !root.shelf_versions[number]) {
    problems.push(`shelf ${number} has no version; search would not read it`);
  }
  const highest = jokes.reduce((most, joke) => Math.max(most, joke.joke_id), 0);
  if (highest >= root.next_joke_id) {
    problems.push(
      `the next joke would get the number ${root.next_joke_id}; joke ${highest} exists`,
    );
  }
  return problems;
}

/** In what the root contradicts itself, in words. */
export function compareTotals(root: CatalogRoot): string[] {
  const counted = countStatuses(root);
  return jokeStatus.options.flatMap((status) =>
    root.totals[status] === counted[status]
      ? []
      : [`the catalog counts ${root.totals[status]} ${status} jokes; it lists ${counted[status]}`],
  );
}

/** The root as it should be with these jokes on a shelf; its revision is the caller's. */
export function mendRoot({ number, root, jokes }: ShelfState): CatalogRoot {
  const byId = new Map(jokes.map((joke) => [joke.joke_id, joke.status]));
  const known = [...idsOf(number)].filter((id) => byId.has(id) || statusOf(root, id));
  const mended = withChangedTexts(
    withStatuses(
      root,
      known.map((id) => [id, byId.get(id)]),
    ),
    [number * SHELF_SIZE],
  );
  return { ...mended, totals: countStatuses(mended) };
}
