import { limits } from '../../contract/index.ts';
import type { Histogram } from '../../catalog/score.ts';

/** Means are often rounded to one decimal. */
const TOLERANCE = 0.05 + 1e-9;

/**
 * A histogram with a given mean and number of votes, if nothing else is known: the sum of the stars is
 * mean × votes, rounded, and all votes are on two neighboring stars, which is the least spread possible.
 * @param mean in stars, 1 to 5
 * @returns undefined if this number of votes can't have that mean to within 0.05 stars
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
