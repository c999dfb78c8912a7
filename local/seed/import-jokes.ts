import type { Context } from '../../functions/src/context.ts';
import { createCatalogData } from '../../functions/src/catalog/catalog.data.ts';
import { ungroupedFields } from '../../functions/src/catalog/tally.ts';
import { datedText } from '../../functions/src/catalog/catalog.service.ts';
import { rootOf, shelfOf } from '../../functions/src/catalog/catalog-root.ts';
import { NO_TAGS, withTags } from '../../functions/src/catalog/tag-index.ts';
import { countStars, countVotes, DEFAULT_PRIOR } from '../../functions/src/catalog/score.ts';
import type { NewJoke } from '../../functions/src/features/jokes/joke-document.ts';
import { createJokeData } from '../../functions/src/features/jokes/jokes.data.ts';
import type { SeedJoke } from './build-joke.ts';
import { openContext } from './open-context.ts';

const JOKES_PER_COMMIT = 400;
/** Keeps a commit of full shelves (400 KB each) below Firestore's 10 MiB. */
const SHELVES_PER_COMMIT = 20;

/** The average rating of the approved jokes, in stars. */
function averageRating(jokes: readonly SeedJoke[]): number {
  let votes = 0;
  let stars = 0;
  for (const { histogram } of jokes.filter(({ status }) => status === 'approved')) {
    votes += countVotes(histogram);
    stars += countStars(histogram);
  }
  return votes === 0 ? DEFAULT_PRIOR : stars / votes;
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Whether the site has no catalog; one billed read. */
async function isEmpty({ db }: Context): Promise<boolean> {
  return (await createCatalogData({ db }).readRoot()).revision === 0;
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
  const prior = averageRating(jokes);
  let done = 0;
  for (const chunk of chunks(jokes, JOKES_PER_COMMIT)) {
    const batch = db.batch();
    for (const joke of chunk) {
      const document = { ...joke, ...ungroupedFields(joke.histogram, prior), image: null };
      batch.set(jokeData.reference(joke.joke_id), document satisfies NewJoke);
    }
    await batch.commit();
    done += chunk.length;
    onProgress(done);
  }

  const shelves = Map.groupBy(jokes, (joke) => shelfOf(joke.joke_id));
  for (const chunk of chunks([...shelves], SHELVES_PER_COMMIT)) {
    await db.runTransaction(async (transaction) => {
      for (const [number, inShelf] of chunk) {
        const texts = new Map(inShelf.map((joke) => [joke.joke_id, datedText(joke)]));
        catalogData.writeShelf(transaction, number, texts);
      }
    });
  }
  const tagged = jokes.map(({ joke_id, tags = [], safe = true }) => ({ joke_id, tags, safe }));
  const tags = withTags(NO_TAGS, tagged);
  const tags_version = tags === NO_TAGS ? 0 : 1;
  await db.runTransaction(async (transaction) => {
    if (tags_version > 0) catalogData.tags.write(transaction, { ...tags, version: tags_version });
    catalogData.writeRoot(transaction, { ...rootOf(jokes), prior, tags_version });
  });
  return jokes.length;
}

/**
 * Fills an empty database. A database with jokes stays unchanged.
 * @param environment the function's environment, which says where Firestore is
 * @param onProgress receives the number of jokes written so far
 * @returns the number of jokes written
 */
export async function seedDatabase(
  environment: Readonly<Record<string, string>>,
  jokes: readonly SeedJoke[],
  onProgress: (done: number) => void,
): Promise<number> {
  const context = await openContext(environment);
  try {
    return (await isEmpty(context)) ? await importJokes(context, jokes, onProgress) : 0;
  } finally {
    await context.db.terminate();
  }
}
