import { buildJoke, type JokeDraft } from './build-joke.ts';
import { USUAL_RECENT_SHARE } from './dates.ts';
import { favorites, modern, pending, rejected, timeless } from './facts/index.ts';
import { createRandom, shuffle } from './random.ts';
import type { SeedJoke } from './seed-joke.ts';

const SEED = 2005;
/** The share of the timeless facts that is dated before the relaunch. */
const EARLY_SHARE = 0.75;

/**
 * The project's seed: every written fact once, the same on every call and machine.
 *
 * @returns jokes with the ids 1 … n and increasing `created_at`, from September 2005 to October 2026. The
 *   favorites are the newest and best-rated approved ones; the pending ones are as recent.
 */
export function seedJokes(): SeedJoke[] {
  const random = createRandom(SEED);
  const drafts = (
    texts: readonly string[],
    status: SeedJoke['status'],
    favorite = false,
  ): JokeDraft[] => texts.map((text) => ({ text, status, favorite }));

  const shuffled = shuffle(drafts(timeless, 'approved'), random);
  const early = shuffled.slice(0, Math.round(shuffled.length * EARLY_SHARE));
  const late = [...shuffled.slice(early.length), ...drafts(modern, 'approved')];
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
