import { HIGHEST_JOKE_ID, SHELF_SIZE } from '../catalog/catalog-root.ts';
import type { Context } from '../context.ts';
import { createHintService } from '../features/hints/hints.service.ts';
import { accessSite, type Observer } from './site-access.ts';

/** Jokes whose hints are asked for side by side. */
const ASKED_AT_ONCE = 10;

/**
 * Stores a hint, which suggests tags and whether it is safe, for each joke that nobody has judged. Those that
 * have one are skipped, so that the next run continues. Costs a read for each joke and a write for each hint.
 * @returns how many jokes nobody has judged, and how many of them have no hint, because the hinter failed
 * @throws Error while a restore is unfinished
 */
export async function suggestTags(
  context: Context,
  { onProgress, signal }: Observer,
): Promise<{ unjudged: number; missing: number }> {
  const { jokes, snapshot, transact } = accessSite(context);
  const { hinter, log } = context;
  const hints = createHintService({ hinter, jokes, transact, log });
  const highest = await jokes.highestId(HIGHEST_JOKE_ID);
  let unjudged = 0;
  let missing = 0;
  for (let from = 0; from <= highest; from += SHELF_SIZE) {
    const found = await snapshot((transaction) => jokes.scan(transaction, from, from + SHELF_SIZE));
    const left = found.jokes.filter(({ safe }) => safe === null);
    for (let start = 0; start < left.length; start += ASKED_AT_ONCE) {
      signal?.throwIfAborted();
      const part = left.slice(start, start + ASKED_AT_ONCE);
      const given = await hints.of(part);
      unjudged += part.length;
      missing += part.length - given.size;
      const last = part.at(-1)?.joke_id ?? from;
      onProgress(
        `Suggestions up to no. ${last.toLocaleString('en')} of ${highest.toLocaleString('en')}`,
      );
    }
  }
  return { unjudged, missing };
}
