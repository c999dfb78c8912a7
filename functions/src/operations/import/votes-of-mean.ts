import { limits } from '../../contract/index.ts';
import type { Histogram } from '../../catalog/score.ts';

/** Means are often given to one decimal. */
const TOLERANCE = 0.05 + 1e-9;

/**
 * The votes that a mean stands for, when that is all that is known: their number is kept, their sum of
 * stars is mean × votes to the nearest whole one, and they lie on two neighboring stars, so that no
 * more spread is claimed than the mean asks for.
 * @param mean in stars, 1 to 5
 * @returns undefined when so many votes can't have that mean to within 0.05 stars
 */
export function votesOfMean(mean: number, votes: number): Histogram | undefined {
  if (votes === 0) return [0, 0, 0, 0, 0];
  const stars = Math.round(mean * votes);
  if (stars < votes || stars > limits.ratingMax * votes) return undefined;
  if (Math.abs(stars / votes - mean) > TOLERANCE) return undefined;
  const lower = Math.floor(stars / votes);
  const above = stars - lower * votes;
  const at = (star: number): number => {
    if (star === lower) return votes - above;
    return star === lower + 1 ? above : 0;
  };
  return [at(1), at(2), at(3), at(4), at(5)];
}
