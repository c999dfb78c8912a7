import { buildJoke, type SeedJoke } from './build-joke.ts';
import { facts } from './facts.ts';
import { createRandom, shuffle } from './random.ts';
import { setApart } from './votes.ts';

export type { SeedJoke } from './build-joke.ts';

const SEED = 2005;
/** The share of the facts without a newer subject that is dated before the relaunch. */
const EARLY_SHARE = 0.75;
/** Only facts with this mark or a better one are the newest, and no two of them have as many votes. */
const GOOD_MARK = 4.5;
const NEWEST_COUNT = 30;

/**
 * The project's seed: every fact of facts.json once, the same on every call and machine.
 *
 * @returns jokes with the ids 1 … n and increasing `created_at`, from September 2005 to October 2026. The
 *   newest approved ones are good ones, so that the first page is; the pending ones are as recent.
 */
export function seedJokes(): SeedJoke[] {
  const random = createRandom(SEED);
  const shuffled = shuffle(facts, random);
  const approved = shuffled.filter(({ status }) => status === 'approved');
  const good = approved.filter(({ mark }) => mark >= GOOD_MARK).slice(0, NEWEST_COUNT);
  const newest = new Set([...good, ...shuffled.filter(({ status }) => status === 'pending')]);
  const others = shuffled.filter((fact) => !newest.has(fact));
  const timeless = others.filter(({ recent }) => !recent);
  const early = timeless.slice(0, Math.round(timeless.length * EARLY_SHARE));
  const late = [...timeless.slice(early.length), ...others.filter(({ recent }) => recent)];
  const order = [...early, ...shuffle(late, random), ...shuffle([...newest], random)];
  const votesOfGood = new Set<number>();
  return order.map((fact, index) => {
    const joke = buildJoke(fact, { index, count: order.length }, random);
    const rivals = fact.mark >= GOOD_MARK ? votesOfGood : new Set<number>();
    return { ...joke, histogram: setApart(joke.histogram, rivals) };
  });
}
