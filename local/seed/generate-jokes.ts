import { buildJoke } from './build-joke.ts';
import { USUAL_RECENT_SHARE } from './dates.ts';
import { generateTexts } from './generate-texts.ts';
import { createRandom, type Random } from './random.ts';
import type { SeedJoke, SeedStatus } from './seed-joke.ts';

export interface GenerateOptions {
  /** How many jokes, from 0 to `TEXT_CAPACITY`. */
  count: number;
  /** Any integer: another seed gives other texts, votes and statuses. 1 unless given. */
  seed?: number;
  /** Probability that a joke is pending, from 0 to 0.9. Pending ones are all from 2026. 0.01 unless given. */
  pendingShare?: number;
  /** Probability that a joke is rejected, spread over all years. 0.02 unless given. */
  rejectedShare?: number;
}

const MAX_PENDING_SHARE = 0.9;

/**
 * Any number of distinct, plausible facts for benchmarks, one at a time, in the order of their
 * ids; the same for the same options on every machine.
 *
 * @throws RangeError when a share or the count is out of range
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
  // At most half of the jokes of 2026 are pending, unless there are too many for that.
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

function drawStatus(random: Random, pendingChance: number, rejectedChance: number): SeedStatus {
  if (random() < pendingChance) return 'pending';
  return random() < rejectedChance ? 'rejected' : 'approved';
}
