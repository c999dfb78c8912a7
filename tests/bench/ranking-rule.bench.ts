import { createDraw, createRandom, zipf, type Random } from '../support/random.ts';
import { drawHistogram, drawQuality, HIGHEST_MEAN } from '../support/generated-votes.ts';
import {
  countStars,
  countVotes,
  meanRating,
  NO_VOTES,
  scoreOf,
  votesOf,
  withVote,
  type Histogram,
} from '../../functions/src/catalog/score.ts';
import { mustHold, type Benchmark } from '../support/bench/measurement.ts';

const JOKES = 100;
const RUNS = 200;
/** The site's rule may differ from the benchmark's own one by the order of its additions. */
const ROUNDING = 1e-9;

/** The rule that P19 requires: ten additional votes, each equal to the site's average. */
function bayesianAverage(histogram: Histogram, average: number): number {
  let sum = 10 * average;
  let votes = 10;
  for (let star = 1; star <= 5; star += 1) {
    sum += star * (histogram[star - 1] ?? 0);
    votes += histogram[star - 1] ?? 0;
  }
  return sum / votes;
}

/** The rank of each value, 0 for the highest; equal values get the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  const ranks = values.map(() => 0);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const index of order.slice(start, end)) ranks[index] = (start + end - 1) / 2;
    start = end;
  }
  return ranks;
}

/** Spearman's correlation: Pearson's correlation of the ranks. */
export function spearman(a: readonly number[], b: readonly number[]): number {
  const middle = (a.length - 1) / 2;
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, index) => sum + (value - middle) * ((y[index] ?? 0) - middle), 0);
  const [ranksA, ranksB] = [ranksOf(a), ranksOf(b)];
  return product(ranksA, ranksB) / Math.sqrt(product(ranksA, ranksA) * product(ranksB, ranksB));
}

/** Jokes with the votes of all people, ordered by how often they are seen. */
function drawTruth(random: Random): Histogram[] {
  return Array.from({ length: JOKES }, () =>
    drawHistogram(
      random,
      random() < 0.05 ? HIGHEST_MEAN - random() * 0.3 : drawQuality(random),
      5_000,
    ),
  );
}

/** Draws some people's votes; how often a joke is seen follows Zipf's law. */
function drawVotes(truth: readonly Histogram[], votes: number, random: Random): Histogram[] {
  const drawJoke = createDraw(zipf(truth.length), random);
  const drawStars = truth.map((histogram) => createDraw(histogram, random));
  const drawn = truth.map(() => NO_VOTES);
  for (let vote = 0; vote < votes; vote += 1) {
    const joke = drawJoke();
    drawn[joke] = withVote(drawn[joke] ?? NO_VOTES, (drawStars[joke]?.() ?? 0) + 1);
  }
  return drawn;
}

/** P19: how close the order by some votes is to the order by all votes, by the site's rule and by the required one. */
export const benchmark: Benchmark = () => {
  const rows = [1_000, 5_000, 20_000].map((votes) => {
    const random = createRandom(votes);
    const runs = Math.min(RUNS, 1_000_000 / votes);
    let ours = 0;
    let required = 0;
    for (let run = 0; run < runs; run += 1) {
      const truth = drawTruth(random);
      const drawn = drawVotes(truth, votes, random);
      const total = (count: (histogram: Histogram) => number) =>
        drawn.reduce((sum, histogram) => sum + count(histogram), 0);
      const average = total(countStars) / total(countVotes);
      const correlation = (rule: (histogram: Histogram) => number) =>
        spearman(drawn.map(rule), truth.map(meanRating)) / runs;
      ours += correlation((histogram) => scoreOf(votesOf(histogram), average));
      required += correlation((histogram) => bayesianAverage(histogram, average));
    }
    return mustHold(
      'P19',
      `correlation of the order by ${votes.toLocaleString('en')} votes with the true order`,
      ours.toFixed(3),
      `≥ ${required.toFixed(3)}, that of a Bayesian average`,
      ours >= required - ROUNDING,
    );
  });
  return Promise.resolve(rows);
};
