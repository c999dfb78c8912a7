/** Pearson's χ² of counts that should be equal. */
export function chiSquare(counts: readonly number[]): number {
  const all = counts.reduce((sum, count) => sum + count, 0);
  const expected = all / counts.length;
  return counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0);
}

/** The χ² that is exceeded by chance once in a hundred times (Wilson and Hilferty, 1931). */
export function criticalValue(degreesOfFreedom: number): number {
  const NORMAL_99 = 2.326_347_87;
  const spread = 2 / (9 * degreesOfFreedom);
  return degreesOfFreedom * (1 - spread + NORMAL_99 * Math.sqrt(spread)) ** 3;
}
