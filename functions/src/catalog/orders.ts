import type { JokeStatus } from '../contract/index.ts';
import type { CatalogJoke } from './joke-document.ts';

/** Of two jokes with the same rank, the newer one comes first. */
export const newerFirst = (a: CatalogJoke, b: CatalogJoke) => b.joke_id - a.joke_id;

/** The jokes with the highest ranks, best first. @param rank undefined leaves a joke out */
export function best(
  jokes: readonly CatalogJoke[],
  size: number,
  rank: (joke: CatalogJoke) => number | undefined,
): CatalogJoke[] {
  const ranked: { joke: CatalogJoke; value: number }[] = [];
  for (const joke of jokes) {
    const value = rank(joke);
    if (value !== undefined) ranked.push({ joke, value });
  }
  ranked.sort((a, b) => b.value - a.value || newerFirst(a.joke, b.joke));
  return ranked.slice(0, size).map(({ joke }) => joke);
}

/** All jokes in an order, and those of each status. */
interface Order {
  all: readonly CatalogJoke[];
  byStatus: Readonly<Record<JokeStatus, readonly CatalogJoke[]>>;
}

/** Groups jokes by status, in the given order. */
export function orderOf(all: readonly CatalogJoke[]): Order {
  const byStatus: Record<JokeStatus, CatalogJoke[]> = { approved: [], pending: [], rejected: [] };
  for (const joke of all) byStatus[joke.status].push(joke);
  return { all, byStatus };
}

/** The jokes of an order that have one of these statuses. */
export function withStatus({ all, byStatus }: Order, statuses: readonly JokeStatus[]) {
  const [only, ...others] = statuses;
  if (only !== undefined && others.length === 0) return byStatus[only];
  return all.filter(({ status }) => statuses.includes(status));
}
