/** How many votes gave one, two, three, four and five stars. */
export type Histogram = [number, number, number, number, number];

/** Votes that every star is given before the first real one. */
const PRIOR = 1;
/** One-sided 95 % bound of the normal distribution. */
const DEVIATIONS = 1.65;

/** The number of votes in a histogram. */
export function countVotes(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}

/** The plain mean star, 1 to 5; 0 without votes. This is what people are shown. */
export function meanRating(histogram: Histogram): number {
  const votes = countVotes(histogram);
  if (votes === 0) return 0;
  return histogram.reduce((sum, count, index) => sum + count * (index + 1), 0) / votes;
}

/**
 * What orders the Top 100: a cautious mean star, so that one lucky five-star vote does not lead.
 * With counts n_s + 1 as the parameters of a Dirichlet distribution over the five stars, N their sum,
 * the posterior of the mean star has mean m = Σ s·p_s and variance (Σ s²·p_s − m²) / (N + 1), where
 * p_s = (n_s + 1) / N; the score is m − 1.65 standard deviations
 * (Evan Miller, "Ranking Items With Star Ratings", 2014).
 */
export function rankingScore(histogram: Histogram): number {
  const total = countVotes(histogram) + histogram.length * PRIOR;
  let mean = 0;
  let square = 0;
  for (const [index, count] of histogram.entries()) {
    const star = index + 1;
    const share = (count + PRIOR) / total;
    mean += star * share;
    square += star * star * share;
  }
  return mean - DEVIATIONS * Math.sqrt((square - mean * mean) / (total + 1));
}

/** A histogram with one more vote of `star` (1 to 5). */
export function withVote(histogram: Histogram, star: number): Histogram {
  const [one, two, three, four, five] = histogram;
  const add = (place: number, count: number): number => (place === star ? count + 1 : count);
  return [add(1, one), add(2, two), add(3, three), add(4, four), add(5, five)];
}
