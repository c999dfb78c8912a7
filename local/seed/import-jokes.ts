import {
  createRootData,
  encodeSnapshot,
  newName,
  newRoot,
} from '../../functions/src/catalog/root.data.ts';
import type { Versioned } from '../../functions/src/catalog/joke.ts';
import { putJoke, versionAt } from '../../functions/src/catalog/jokes.data.ts';
import { ungroupedFields } from '../../functions/src/catalog/score.ts';
import { limits } from '../../functions/src/domain/index.ts';
import { motifOf } from '../../functions/src/images/scenes.ts';
import { readConfig } from '../../functions/src/config.ts';
import { endlessCall } from '../../functions/src/platform/deadline.ts';
import { createContext, createServices, type Context } from '../../functions/src/site.ts';
import { writeLine } from '../../functions/src/platform/log.ts';
import type { SeedJoke } from './index.ts';

const JOKES_PER_COMMIT = 400;

/**
 * Opens the function's dependencies in this process.
 * @param environment the function's environment, which says where the emulators are; Google's clients look for
 *   them in that of this process
 */
export function openContext(environment: Readonly<Record<string, string>>): Context {
  Object.assign(process.env, { METADATA_SERVER_DETECTION: 'none' }, environment);
  const log: Context['log'] = (entry) => {
    if (entry.severity !== 'INFO') writeLine(entry);
  };
  return createContext({ config: readConfig(environment), log });
}

/**
 * Fills an empty site. The catalog's root is written last: after an interrupted run the site still counts
 * as empty, and the next run writes the same documents again.
 * @param onProgress receives the number of jokes written so far
 * @returns the number of jokes
 */
export async function importJokes(
  context: Context,
  seeds: Iterable<SeedJoke>,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const { db } = context;
  const rootData = createRootData(context);
  const jokes = [...seeds];
  const written: Versioned[] = [];
  let read_at = new Date(0);
  while (written.length < jokes.length) {
    const batch = db.batch();
    const done = written.length;
    const part = jokes
      .slice(done, done + JOKES_PER_COMMIT)
      .map((joke) =>
        putJoke(db, batch, { ...joke, ...ungroupedFields(joke.histogram), image: null }),
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
  const highest = written.reduce((most, { joke_id }) => Math.max(most, joke_id), 0);
  for (const [number, bytes] of parts.entries()) {
    await context.db.doc(`catalog/${name}-${number}`).set({ bytes });
  }
  const snapshot = { name, parts: parts.length, read_at, full_at: read_at };
  await rootData.replaceRoot({ ...newRoot(highest + 1), snapshot });
  return written.length;
}

/**
 * Generates images of the first jokes of the Top 100 that name something that can be drawn, as an administrator's
 * request does.
 * @param environment the function's environment, which says where the emulators are
 * @param count how many jokes get an image
 */
export async function generateImages(
  environment: Readonly<Record<string, string>>,
  count: number,
): Promise<void> {
  const context = openContext(environment);
  try {
    const { jokes, images } = createServices(context);
    const actor = { provider: 'password', username: 'seed' } as const;
    const top = await jokes.top(limits.topSize);
    const drawable = top.jokes.filter(({ joke_text }) => motifOf(joke_text) !== undefined);
    for (const { joke_id } of drawable.slice(0, count)) {
      await images.generate({ actor, jokeId: joke_id, force: false }, endlessCall());
    }
  } finally {
    await context.db.terminate();
  }
}

/**
 * Fills the database if the site has no catalog; that costs one billed read.
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
  const context = openContext(environment);
  try {
    const isEmpty = (await createRootData(context).readRoot()) === undefined;
    return isEmpty && jokes ? await importJokes(context, jokes, onProgress) : 0;
  } finally {
    await context.db.terminate();
  }
}
