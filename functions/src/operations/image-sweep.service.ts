import * as z from 'zod/mini';
import { statusOf } from '../catalog/catalog-root.ts';
import type { Context } from '../context.ts';
import { jokeDocument } from '../features/jokes/joke-document.ts';
import { GENERATION_MS } from '../features/images/images.service.ts';
import { accessSite } from './site-access.ts';

const imageOf = z.pick(jokeDocument, { image: true });

/** A restoration that has begun in time may still be running. */
const LATE_MS = 60 * 60 * 1_000;

/**
 * Deletes the votes and reports of jokes that were deleted too long ago to be restored, and what the log
 * keeps of them. What was interrupted is completed by the next sweep. Three or more billed reads for each
 * deletion since the last sweep.
 * @param dryRun only counts the deletions
 * @returns the number of deletions
 */
export async function sweepDeletions(context: Context, dryRun = false): Promise<number> {
  const { audit, jokes, ratings, reports, clock } = accessSite(context);
  const ended = new Date(clock() - LATE_MS);
  const kept = new Set((await audit.listKept(ended)).map(({ entry }) => entry.joke_id));
  let swept = 0;
  for await (const page of audit.listEnded(ended)) {
    const found = await jokes.find([...new Set(page.map(({ entry }) => entry.joke_id))]);
    // Restored jokes, and those with a number that is used again.
    const present = new Set(found.jokes.map(({ joke_id }) => joke_id));
    for (const { id } of found.malformed) present.add(Number(id));
    for (const { id, entry } of dryRun ? [] : page) {
      const isGone = !present.has(entry.joke_id) && !kept.has(entry.joke_id);
      if (isGone) {
        await ratings.removeAll(entry.joke_id);
        await reports.removeAll(entry.joke_id);
      }
      await audit.end(id);
    }
    swept += page.length;
  }
  return swept;
}

/**
 * Deletes the image files that no joke uses, and that no joke used when it was deleted if that can be restored. A
 * generation stores its files before its joke points to them, so recent ones are not deleted. Neither are those of a
 * malformed joke, which may need them. Costs one billed read per joke with old files.
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
  const { files, jokes, audit, clock } = accessSite(context);
  const latest = clock() - olderThanMs;
  const kept = (await audit.listKept(new Date(clock() - LATE_MS))).flatMap(
    ({ entry }) => imageOf.safeParse(entry.kept).data?.image?.file ?? [],
  );
  let deleted = 0;
  for await (const page of files.list()) {
    const old = page.filter((file) => file.created.getTime() < latest);
    const found = await jokes.find([...new Set(old.map((file) => file.jokeId))]);
    const used = new Set([...kept, ...found.jokes.map(({ image }) => image?.file)]);
    const malformed = new Set(found.malformed.map(({ id }) => Number(id)));
    const unused = old.filter(({ image, jokeId }) => !used.has(image) && !malformed.has(jokeId));
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
  const { cards, catalog } = accessSite(context);
  const { root } = await catalog.fresh();
  let swept = 0;
  for await (const jokeIds of cards.listJokes()) {
    const unused = jokeIds.filter((jokeId) => statusOf(root, jokeId) !== 'approved');
    for (const jokeId of dryRun ? [] : unused) await cards.removeAll(jokeId);
    swept += unused.length;
  }
  return swept;
}
