import * as z from 'zod/mini';
import { jokeDocument } from '../catalog/joke-document.ts';
import type { Context } from '../context.ts';
import { GENERATION_MS } from '../features/images/images.service.ts';
import { accessSite } from './site-access.ts';

const imageOf = z.pick(jokeDocument, { image: true });

/** A restoration that has begun in time may still be running. */
const LATE_MS = 60 * 60 * 1_000;

/**
 * Deletes the votes and reports of jokes that were deleted too long ago to be restored, what the log keeps of them,
 * and snapshots that an interrupted erasure has left. What was interrupted is completed by the next sweep.
 * @param dryRun only counts the deletions
 * @returns the number of deletions
 */
export async function sweepDeletions(context: Context, dryRun = false): Promise<number> {
  const { audit, catalogData, catalog: catalogs, ratings, reports, clock } = accessSite(context);
  const catalog = await catalogs.fresh();
  const ended = new Date(clock() - LATE_MS);
  const kept = new Set((await audit.listKept(ended)).map(({ entry }) => entry.joke_id));
  let swept = 0;
  for await (const page of audit.listEnded(ended)) {
    for (const { id, entry } of dryRun ? [] : page) {
      const { joke_id } = entry;
      const isRestored = catalog.find(joke_id) !== undefined || catalog.isMalformed(joke_id);
      const isGone = !isRestored && !kept.has(joke_id);
      if (isGone) {
        await ratings.removeAll(entry.joke_id);
        await reports.removeAll(entry.joke_id);
      }
      await audit.end(id);
    }
    swept += page.length;
  }
  if (!dryRun) await catalogData.removeOtherParts();
  return swept;
}

/**
 * Deletes the image files that no joke uses, and that no joke used when it was deleted if that can be restored. A
 * generation stores its files before its joke points to them, so recent ones are not deleted. Neither are those of a
 * malformed joke, which may need them.
 * @param olderThanMs the minimum age of a file, at least as long as a generation may take
 * @param dryRun only counts the files
 * @returns the number of deleted files
 * @throws RangeError if `olderThanMs` is shorter than that
 */
export async function sweepImages(
  context: Context,
  olderThanMs: number,
  dryRun = false,
): Promise<number> {
  if (olderThanMs < GENERATION_MS)
    throw new RangeError(`Files younger than ${GENERATION_MS} ms may be in use`);
  const { files, catalog: catalogs, audit, clock } = accessSite(context);
  const catalog = await catalogs.fresh();
  const latest = clock() - olderThanMs;
  const kept = (await audit.listKept(new Date(clock() - LATE_MS))).flatMap(
    ({ entry }) => imageOf.safeParse(entry.kept).data?.image?.file ?? [],
  );
  let deleted = 0;
  for await (const page of files.list()) {
    const old = page.filter((file) => file.created.getTime() < latest);
    const isUsed = (image: string, jokeId: number) =>
      kept.includes(image) ||
      catalog.find(jokeId)?.image?.file === image ||
      catalog.isMalformed(jokeId);
    const unused = old.filter(({ image, jokeId }) => !isUsed(image, jokeId));
    for (const { name } of dryRun ? [] : unused) await files.remove(name);
    deleted += unused.length;
  }
  return deleted;
}

/**
 * Deletes the stored cards of jokes that are not approved: those of deleted jokes can be left behind. A
 * card that is missing is drawn again when it is requested.
 * @param dryRun only counts the jokes
 * @returns the number of jokes whose cards were deleted
 */
export async function sweepCards(context: Context, dryRun = false): Promise<number> {
  const { cards, catalog: catalogs } = accessSite(context);
  const catalog = await catalogs.fresh();
  let swept = 0;
  for await (const jokeIds of cards.listJokes()) {
    const unused = jokeIds.filter((jokeId) => !catalog.isApproved(jokeId));
    for (const jokeId of dryRun ? [] : unused) await cards.removeAll(jokeId);
    swept += unused.length;
  }
  return swept;
}
