import { READ } from '../catalog/follower.ts';
import { endlessCall } from '../platform/deadline.ts';
import { isCurrent, isTombstone, tombstoneOf, type Joke } from '../catalog/joke.ts';
import { DAY_MS, HOUR_MS, limits } from '../domain/index.ts';
import { createServices, type Context } from '../site.ts';
import type { AnyStatus } from '../contract/index.ts';

/** What is older than this can't be brought back; an undo that has begun in time may take another hour. */
const ENDED_MS = limits.restorableDays * DAY_MS + HOUR_MS;

/** Whether a joke was deleted too long ago to be restored. */
const isEnded = ({ status, deleted_at }: Joke<AnyStatus>, now: number) =>
  status === 'deleted' && (deleted_at?.getTime() ?? 0) < now - ENDED_MS;

/**
 * Removes the jokes that were deleted too long ago to be restored, with their votes and reports; what an interrupted
 * removal or erasure has left of others; and old snapshots.
 * @param dryRun only counts the jokes
 * @returns the number of jokes removed
 */
export async function sweepDeletions(context: Context, dryRun = false): Promise<number> {
  const { follower, rootData, jokeData, ratingData, reportData, transact, clock } =
    createServices(context);
  let swept = 0;
  for (const { joke_id, joke } of (await follower.read(READ.administrator)).entries()) {
    if (!joke || isCurrent(joke)) continue;
    const ended = !isTombstone(joke) && isEnded(joke, clock()) ? joke : undefined;
    if (ended) swept += 1;
    if (dryRun || !(ended || isTombstone(joke))) continue;
    // The joke itself last: an interrupted removal is completed by the next sweep.
    await ratingData.removeAll(joke_id);
    await reportData.removeAll(joke_id);
    if (!ended) continue;
    const decidedAt = ended.deleted_at ?? ended.created_at;
    const remains = tombstoneOf(joke_id, ended, 'removed', decidedAt);
    await transact(
      {
        read: (transaction) => jokeData.readMany(transaction, [joke_id]),
        write: (transaction) => jokeData.remove(transaction, remains),
      },
      endlessCall(),
    );
  }
  if (!dryRun) await rootData.removeOtherParts();
  return swept;
}

/**
 * Deletes the image files that neither a joke nor a change of the last 30 days names. A generation stores its files before
 * its joke points to them, so those of the last hour are not deleted. Neither are those of a malformed joke, which may need
 * them.
 * @param dryRun only counts the files
 * @returns the number of deleted files
 */
export async function sweepImages(context: Context, dryRun = false): Promise<number> {
  const { imageFiles, follower, changeData, clock } = createServices(context);
  const catalog = await follower.read(READ.administrator);
  const named = await changeData.imagesSince(new Date(clock() - ENDED_MS));
  let deleted = 0;
  for await (const page of imageFiles.list()) {
    for (const { name, image, jokeId, created } of page) {
      const joke = catalog.findAny(jokeId);
      const isUsed =
        (joke?.image?.file === image && !isEnded(joke, clock())) ||
        named.has(image) ||
        catalog.isMalformed(jokeId);
      if (isUsed || created.getTime() >= clock() - HOUR_MS) continue;
      if (!dryRun) await imageFiles.remove(name);
      deleted += 1;
    }
  }
  return deleted;
}
