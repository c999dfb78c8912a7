import { statusOf } from '../catalog/catalog-root.ts';
import type { Context } from '../context.ts';
import { LEASE_MS } from '../features/images/images.service.ts';
import { accessSite } from './site-access.ts';

/**
 * Deletes the image files that no joke uses. A generation stores its files before its joke points to
 * them, so recent ones are not deleted. Neither are those of a malformed joke, which may need them. Costs one
 * billed read per joke with old files.
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
  if (olderThanMs < LEASE_MS)
    throw new RangeError(`Files younger than ${LEASE_MS} ms may be in use`);
  const { files, jokes, clock } = accessSite(context);
  const latest = clock() - olderThanMs;
  let deleted = 0;
  for await (const page of files.list()) {
    const old = page.filter((file) => file.created.getTime() < latest);
    const found = await jokes.find([...new Set(old.map((file) => file.jokeId))]);
    const used = new Set(found.jokes.flatMap((joke) => joke.image?.file ?? []));
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
