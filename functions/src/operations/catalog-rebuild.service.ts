import { READ } from '../catalog/follower.ts';
import { isDeepStrictEqual } from 'node:util';
import { newRoot } from '../catalog/root.data.ts';
import type { Joke, Tombstone } from '../catalog/joke.ts';
import { createServices, type Context, type Services } from '../site.ts';
import { MalformedDocument } from '../platform/stored-document.data.ts';
import type { Observer } from './observer.ts';
import type { AnyStatus } from '../contract/index.ts';

interface RebuildOutcome {
  /** all jokes, deleted and malformed ones included */
  jokes: number;
  /** those that instances had otherwise */
  different: number;
  /** those whose documents are malformed, so that the site does without them */
  malformed: number;
}

/** Replaces a root that is missing or can't be read, for example after documents were changed by hand. */
async function repairRoot({ follower, rootData }: Services, observer: Observer): Promise<void> {
  const found = await rootData.readRoot().catch((error: unknown) => {
    if (!(error instanceof MalformedDocument)) throw error;
    observer.onProblem('catalog/root is malformed');
    return undefined;
  });
  if (found) return;
  await rootData.replaceRoot(newRoot());
  const highest = (await follower.read(READ.visitor)).highestId();
  await rootData.replaceRoot(newRoot(highest + 1));
}

/**
 * Reads all jokes, writes a snapshot of them, and makes all running instances read it: for jokes that were changed in
 * the console or with Google's own tools. One billed read for each joke.
 */
export async function rebuildCatalog(
  context: Context,
  observer: Observer,
): Promise<RebuildOutcome> {
  await repairRoot(createServices(context), observer);
  const { follower, snapshots } = createServices(context);
  observer.onProgress('Reading the catalog');
  const before = new Map<number, Joke<AnyStatus> | Tombstone | undefined>();
  for (const { joke_id, joke } of (await follower.read(READ.visitor)).entries())
    before.set(joke_id, joke);
  observer.onProgress('Reading all facts');
  await snapshots.restart();
  await snapshots.save();
  const outcome = { jokes: 0, different: 0, malformed: 0 };
  for (const { joke_id, joke } of (await follower.read(READ.administrator)).entries()) {
    outcome.jokes += 1;
    if (!joke) {
      outcome.malformed += 1;
      observer.onProblem(`jokes/${joke_id} is malformed`);
    }
    if (!isDeepStrictEqual(before.get(joke_id), joke)) outcome.different += 1;
    before.delete(joke_id);
  }
  outcome.different += before.size;
  return outcome;
}
