import { buildJoke, type JokeDraft } from './build-joke.ts';
import { USUAL_RECENT_SHARE } from './dates.ts';
import { favorites, modern, pending, rejected, timeless } from './facts/index.ts';
import { createRandom, shuffle } from './random.ts';
import type { SeedJoke, SeedStatus } from './seed-joke.ts';

const SEED = 2005;
/** Part of the timeless facts that is dated before the relaunch. */
const EARLY_SHARE = 0.75;

/**
 * The site's own seed: every written fact once, the same on every call and machine.
 *
 * @returns ids 1 … n, `created_at` strictly ascending with the id, from 2005-09 to 2026-10. The
 *   favorites are the newest and best rated approved facts; the pending ones lie between them.
 */
export function seedJokes(): SeedJoke[] {
  const random = createRandom(SEED);
  const drafts = (texts: readonly string[], status: SeedStatus, favorite = false): JokeDraft[] =>
    texts.map((text) => ({ text, status, favorite }));

  const any = shuffle(drafts(timeless, 'approved'), random);
  const early = any.slice(0, Math.round(any.length * EARLY_SHARE));
  const late = [...any.slice(early.length), ...drafts(modern, 'approved')];
  const newest = [...drafts(favorites, 'approved', true), ...drafts(pending, 'pending')];
  const order = [
    ...shuffle([...early, ...drafts(rejected, 'rejected')], random),
    ...shuffle(late, random),
    ...shuffle(newest, random),
  ];
  return order.map((draft, index) =>
    buildJoke(draft, { index, count: order.length, recentShare: USUAL_RECENT_SHARE }, random),
  );
}
