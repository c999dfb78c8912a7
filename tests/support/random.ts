/** Draws the next number, uniform in [0, 1). */
export type Random = () => number;

/**
 * Creates a small seeded generator, so that the seed data is the same on every machine.
 *
 * Mulberry32 by Tommy Ettinger (2017, public domain): a 32-bit counter stepped by 0x6D2B79F5 and
 * mixed. Its period of 2^32 is enough for seed data; never use it for secrets.
 *
 * @param seed any integer; only its lowest 32 bits count
 */
export function createRandom(seed: number): Random {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Draws a normal deviate with mean 0 and standard deviation 1 (Box and Muller, 1958). */
export function drawNormal(random: Random): number {
  // 1 - u is never 0, so the logarithm is finite.
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** Creates a draw of indexes, each as often as its weight says. */
export function createDraw(weights: readonly number[], random: Random): () => number {
  let sum = 0;
  const sums = weights.map((weight) => (sum += weight));
  return () => {
    const wanted = random() * sum;
    return Math.max(
      0,
      sums.findIndex((each) => each > wanted),
    );
  };
}

/** Weights by Zipf's law with exponent 1: the k-th item comes 1/k times as often as the first. */
export const zipf = (count: number) => Array.from({ length: count }, (_, at) => 1 / (at + 1));

/** Returns a copy in random order. */
export function shuffle<T>(items: readonly T[], random: Random): T[] {
  return items
    .map((item) => ({ item, rank: random() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ item }) => item);
}
