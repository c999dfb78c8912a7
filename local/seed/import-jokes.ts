import type { Context } from '../../functions/src/site.ts';
import type { VersionedJoke } from '../../functions/src/catalog/catalog.ts';
import { createCatalogData, newName, newRoot } from '../../functions/src/catalog/catalog.data.ts';
import { createJokeData, versionAt } from '../../functions/src/catalog/jokes.data.ts';
import { encodeSnapshot } from '../../functions/src/catalog/snapshot.ts';
import { ungroupedFields } from '../../functions/src/catalog/tally.ts';
import type { SeedJoke } from './build-joke.ts';
import { openContext } from './open-context.ts';

const JOKES_PER_COMMIT = 400;

/**
 * Whether the site has no catalog; one billed read.
 * @throws Error for a database that another version has written
 */
async function isEmpty({ db }: Context): Promise<boolean> {
  return (await createCatalogData({ db }).readRoot()) === undefined;
}

/**
 * Fills an empty site. The catalog's root is written last: after an interrupted run the site still counts
 * as empty, and the next run writes the same documents again.
 * @param onProgress receives the number of jokes written so far
 * @returns the number of jokes
 */
export async function importJokes(
  { db }: Context,
  seeds: Iterable<SeedJoke>,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const jokeData = createJokeData({ db });
  const catalogData = createCatalogData({ db });
  const jokes = [...seeds];
  const written: VersionedJoke[] = [];
  let read_at = new Date(0);
  while (written.length < jokes.length) {
    const batch = db.batch();
    const done = written.length;
    const part = jokes
      .slice(done, done + JOKES_PER_COMMIT)
      .map((joke) =>
        jokeData.put(batch, { ...joke, ...ungroupedFields(joke.histogram), image: null }),
      );
    for (const [index, { writeTime }] of (await batch.commit()).entries()) {
      const joke = part[index];
      // Rounded up, so that none of them counts as changed since.
      read_at = new Date(writeTime.toMillis() + 1);
      if (joke) written.push({ joke_id: joke.joke_id, version: versionAt(writeTime), joke });
    }
    onProgress(written.length);
  }
  const name = newName();
  const parts = await encodeSnapshot(written);
  for (const [number, bytes] of parts.entries()) await catalogData.writePart(name, number, bytes);
  const highest = written.reduce((most, { joke_id }) => Math.max(most, joke_id), 0);
  const counts = { parts: parts.length, jokes: jokes.length };
  const snapshot = { name, ...counts, read_at, full_at: read_at };
  await catalogData.replaceRoot({ ...newRoot(highest + 1), snapshot });
  return written.length;
}

/**
 * Fills an empty database. A database with jokes stays unchanged.
 * @param environment the function's environment, which says where Firestore is
 * @param jokes null: none
 * @param onProgress receives the number of jokes written so far
 * @returns the number of jokes written
 * @throws Error for a database that another version has written
 */
export async function seedDatabase(
  environment: Readonly<Record<string, string>>,
  jokes: readonly SeedJoke[] | null,
  onProgress: (done: number) => void,
): Promise<number> {
  const context = await openContext(environment);
  try {
    return (await isEmpty(context)) && jokes ? await importJokes(context, jokes, onProgress) : 0;
  } finally {
    await context.db.terminate();
  }
}
