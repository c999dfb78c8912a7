/** How many votes gave one, two, three, four and five stars. */
export type Histogram = [number, number, number, number, number];

/** What a site without votes averages, in stars, as far as scores go. */
export const DEFAULT_PRIOR = 3.5;
/** Votes that a joke is given before its first real one, each of them the site's average. */
const PRIOR_VOTES = 10;

/** The number of votes in a histogram. */
export function countVotes(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}

/** The sum of the stars of all votes. */
export function countStars(histogram: Histogram): number {
  return histogram.reduce((sum, count, index) => sum + count * (index + 1), 0);
}

/** The plain mean star, 1 to 5; 0 without votes. This is what people are shown. */
export function meanRating(histogram: Histogram): number {
  const votes = countVotes(histogram);
  return votes === 0 ? 0 : countStars(histogram) / votes;
}

/**
 * What orders the Top 100: a Bayesian average, the mean star with ten votes of the site's average
 * added, so that one lucky five-star vote does not lead. Decision 30 compares it with other rules.
 * @param prior the site's average vote, 1 to 5
 */
export function rankingScore(histogram: Histogram, prior: number): number {
  return (countStars(histogram) + PRIOR_VOTES * prior) / (countVotes(histogram) + PRIOR_VOTES);
}

/** Everything that a joke stores of its votes; without a prior, with that of a site without votes. */
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

/** A histogram with one more vote of `star` (1 to 5). */
export function withVote(histogram: Histogram, star: number): Histogram {
  const [one, two, three, four, five] = histogram;
  const add = (place: number, count: number): number => (place === star ? count + 1 : count);
  return [add(1, one), add(2, two), add(3, three), add(4, four), add(5, five)];
}
