/** The numbers of votes with one, two, three, four and five stars. */
export type Histogram = [number, number, number, number, number];

/** The average vote, in stars, that scores assume on a site without votes. */
export const DEFAULT_PRIOR = 3.5;
/** How many votes of the site's average are added to every joke's own. */
const PRIOR_VOTES = 10;

/** The number of votes in a histogram. */
export function countVotes(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}

/** The sum of the stars of all votes. */
export function countStars(histogram: Histogram): number {
  return histogram.reduce((sum, count, index) => sum + count * (index + 1), 0);
}

/** The plain mean of the stars, 1 to 5; 0 without votes. This is the rating that people see. */
export function meanRating(histogram: Histogram): number {
  const votes = countVotes(histogram);
  return votes === 0 ? 0 : countStars(histogram) / votes;
}

/**
 * The score that orders the Top 100: a Bayesian average, the mean of the stars with ten votes of the
 * site's average added, so that one lucky five-star vote does not lead. Decision 11 compares it with
 * other rules.
 * @param prior the site's average vote, 1 to 5
 */
export function rankingScore(histogram: Histogram, prior: number): number {
  return (countStars(histogram) + PRIOR_VOTES * prior) / (countVotes(histogram) + PRIOR_VOTES);
}

/** All fields of a joke that follow from its votes. */
export function voteFields(histogram: Histogram, prior = DEFAULT_PRIOR) {
  return {
    histogram,
    num_votes: countVotes(histogram),
    stars: countStars(histogram),
    rating: meanRating(histogram),
    prior,
    score: rankingScore(histogram, prior),
  };
}

/** The histogram with one more vote of `star` (1 to 5). */
export function withVote(histogram: Histogram, star: number): Histogram {
  const [one, two, three, four, five] = histogram;
  const add = (place: number, count: number): number => (place === star ? count + 1 : count);
  return [add(1, one), add(2, two), add(3, three), add(4, four), add(5, five)];
}
