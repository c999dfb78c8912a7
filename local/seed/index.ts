import { buildJoke, USUAL_RECENT_SHARE, type SeedJoke } from './build-joke.ts';
import { facts } from './facts.ts';
import { createRandom, shuffle, type Random } from './random.ts';
import { generateTexts } from './texts.ts';

export type { SeedJoke } from './build-joke.ts';

const SEED = 2005;
/** The share of the facts without a newer subject that is dated before the relaunch. */
const EARLY_SHARE = 0.75;
/** Only facts with this mark or a better one are the newest. */
const NEWEST_MARK = 4.5;
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
  const good = approved.filter(({ mark }) => mark >= NEWEST_MARK).slice(0, NEWEST_COUNT);
  const newest = new Set([...good, ...shuffled.filter(({ status }) => status === 'pending')]);
  const others = shuffled.filter((fact) => !newest.has(fact));
  const timeless = others.filter(({ recent }) => !recent);
  const early = timeless.slice(0, Math.round(timeless.length * EARLY_SHARE));
  const late = [...timeless.slice(early.length), ...others.filter(({ recent }) => recent)];
  const order = [...early, ...shuffle(late, random), ...shuffle([...newest], random)];
  return order.map((draft, index) =>
    buildJoke(draft, { index, count: order.length, recentShare: USUAL_RECENT_SHARE }, random),
  );
}

interface GenerateOptions {
  /** How many jokes, from 0 to `TEXT_CAPACITY`. */
  count: number;
  /** Any integer: each seed gives different texts, votes and statuses. Default: 1. */
  seed?: number;
  /** Probability that a joke is pending, from 0 to 0.9; all of them are from 2026. Default: 0.01. */
  pendingShare?: number;
  /** Probability that a joke is rejected, in any year. Default: 0.02. */
  rejectedShare?: number;
}

const MAX_PENDING_SHARE = 0.9;

/**
 * Generates distinct, plausible jokes for benchmarks, one at a time and ordered by id. The same options
 * give the same jokes on every machine.
 *
 * @throws {RangeError} if a share or the count is out of range
 */
export function generateJokes(options: GenerateOptions): Iterable<SeedJoke> {
  const { count, seed = 1, pendingShare = 0.01, rejectedShare = 0.02 } = options;
  if (!(pendingShare >= 0 && pendingShare <= MAX_PENDING_SHARE)) {
    throw new RangeError(`pendingShare must be from 0 to ${MAX_PENDING_SHARE}: ${pendingShare}`);
  }
  if (!(rejectedShare >= 0 && pendingShare + rejectedShare <= 1)) {
    throw new RangeError(`rejectedShare must be from 0 to 1 - pendingShare: ${rejectedShare}`);
  }
  const texts = generateTexts(count, seed);
  return completeJokes(texts, { count, seed, pendingShare, rejectedShare });
}

function* completeJokes(
  texts: Iterable<string>,
  { count, seed, pendingShare, rejectedShare }: Required<GenerateOptions>,
): Generator<SeedJoke, void, undefined> {
  const random = createRandom(seed);
  // At most half of the jokes from 2026 are pending, unless `pendingShare` is too large for that.
  const recentShare = Math.min(MAX_PENDING_SHARE, Math.max(USUAL_RECENT_SHARE, 2 * pendingShare));
  const pendingChance = pendingShare / recentShare;
  const rejectedChance = rejectedShare === 0 ? 0 : rejectedShare / (1 - pendingShare);
  let index = 0;
  for (const text of texts) {
    const recent = index / count >= 1 - recentShare;
    const status = drawStatus(random, recent ? pendingChance : 0, rejectedChance);
    yield buildJoke({ text, status }, { index, count, recentShare }, random);
    index += 1;
  }
}

function drawStatus(random: Random, pending: number, rejected: number): SeedJoke['status'] {
  if (random() < pending) return 'pending';
  return random() < rejected ? 'rejected' : 'approved';
}
