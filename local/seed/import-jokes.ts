import type { JokeStatus } from '../../functions/src/contract/index.ts';
import { createRestoreMarkData } from '../../functions/src/database/restore-mark.data.ts';
import type { Context } from '../../functions/src/context.ts';
import { createJokeData } from '../../functions/src/features/jokes/jokes.data.ts';
import type { JokeDocument } from '../../functions/src/features/jokes/joke-document.ts';
import {
  countStars,
  countVotes,
  DEFAULT_PRIOR,
  voteFields,
  type Histogram,
} from '../../functions/src/catalog/score.ts';
import { rootOf, shelfOf } from '../../functions/src/catalog/catalog-root.ts';
import { createCatalogData } from '../../functions/src/catalog/catalog.data.ts';

/** A joke as a seed holds it; what can be computed is left out. */
export interface SeedJoke {
  joke_id: number;
  joke_text: string;
  status: JokeStatus;
  histogram: Histogram;
  created_at: Date;
  updated_at: Date;
  approved_at: Date | null;
}

/** Documents written in one commit. */
const JOKES_PER_COMMIT = 400;
/** Keeps a commit of full shelves (400 KB each) below Firestore's 10 MiB. */
const SHELVES_PER_COMMIT = 20;

/** The average vote for what is approved. */
function averageVote(jokes: readonly SeedJoke[]): number {
  const histograms = jokes.flatMap(({ status, histogram }) =>
    status === 'approved' ? [histogram] : [],
  );
  const sum = (count: (histogram: Histogram) => number) =>
    histograms.reduce((total, histogram) => total + count(histogram), 0);
  const votes = sum(countVotes);
  return votes === 0 ? DEFAULT_PRIOR : sum(countStars) / votes;
}

function* chunks<Item>(items: readonly Item[], size: number): Generator<Item[]> {
  for (let start = 0; start < items.length; start += size) yield items.slice(start, start + size);
}

/** Whether the site holds no catalog yet and none is being restored; two billed reads. */
export async function isEmpty({ db }: Context): Promise<boolean> {
  if ((await createCatalogData(db).readRoot()).revision > 0) return false;
  return !(await createRestoreMarkData(db).exists());
}

/**
 * Fills an empty site. The catalog's root is written last: a run that was cut off leaves the site
 * empty, and the next one writes the same documents again.
 * @param onProgress is told how many jokes are written
 * @returns the number of jokes
 */
export async function importJokes(
  { db }: Context,
  seeds: Iterable<SeedJoke>,
  onProgress: (done: number) => void = () => undefined,
): Promise<number> {
  const jokeData = createJokeData(db);
  const catalogData = createCatalogData(db);
  const jokes = [...seeds];
  const prior = averageVote(jokes);
  let done = 0;
  for (const chunk of chunks(jokes, JOKES_PER_COMMIT)) {
    const batch = db.batch();
    for (const joke of chunk) {
      const document = { ...joke, ...voteFields(joke.histogram, prior), image: null };
      batch.set(jokeData.reference(joke.joke_id), document satisfies JokeDocument);
    }
    await batch.commit();
    done += chunk.length;
    onProgress(done);
  }

  const shelves = Map.groupBy(jokes, (joke) => shelfOf(joke.joke_id));
  for (const chunk of chunks([...shelves], SHELVES_PER_COMMIT)) {
    await db.runTransaction(async (transaction) => {
      for (const [number, inShelf] of chunk) {
        const texts = new Map(inShelf.map((joke) => [joke.joke_id, joke.joke_text]));
        catalogData.writeShelf(transaction, number, texts);
      }
    });
  }
  await db.runTransaction(async (transaction) => {
    catalogData.writeRoot(transaction, { ...rootOf(jokes), prior });
  });
  return jokes.length;
}
