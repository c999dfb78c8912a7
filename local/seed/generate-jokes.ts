import { buildJoke } from './build-joke.ts';
import { USUAL_RECENT_SHARE } from './dates.ts';
import { generateTexts } from './generate-texts.ts';
import { createRandom, type Random } from './random.ts';
import type { SeedJoke } from './seed-joke.ts';

export interface GenerateOptions {
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
    yield buildJoke({ text, status, favorite: false }, { index, count, recentShare }, random);
    index += 1;
  }
}

function drawStatus(
  random: Random,
  pendingChance: number,
  rejectedChance: number,
): SeedJoke['status'] {
  if (random() < pendingChance) return 'pending';
  return random() < rejectedChance ? 'rejected' : 'approved';
}
