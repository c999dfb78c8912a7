import type { Histogram } from '../../functions/src/catalog/score.ts';
import { drawNormal, type Random } from './random.ts';

/** Bounds of the quality: the mean that the votes tend to, in stars. */
const LOWEST_MEAN = 2.4;
export const HIGHEST_MEAN = 4.75;
/** The share of voters who vote on a whim, whatever the joke, and the shares of their stars. */
const WHIM_SHARE = 0.1;
const WHIM_STARS = [0.36, 0.14, 0.18, 0.12, 0.2] as const;
const WHIM_MEAN = 2.66;
/** The number of votes that a joke approaches but never reaches. */
const VOTES_LIMIT = 20_000;
/** The share of jokes that nobody has rated. */
const UNRATED_SHARE = 0.02;
/** Younger jokes have only a few votes. */
const BRAND_NEW_DAYS = 12;

/** Draws the quality of a joke: the mean in stars that its votes tend to. */
export function drawQuality(random: Random): number {
  // The mean of two uniform draws: most jokes are average, few are very good or very bad.
  return LOWEST_MEAN + ((random() + random()) / 2) * (HIGHEST_MEAN - LOWEST_MEAN);
}

/**
 * Draws a joke's number of votes. It is log-normal, so that a few jokes have thousands of votes and many
 * have a handful. Older and better jokes have more.
 */
export function drawVoteCount(random: Random, quality: number, ageDays: number): number {
  if (ageDays < BRAND_NEW_DAYS) return Math.floor(random() * 6);
  if (random() < UNRATED_SHARE) return 0;
  const liked = Math.exp((quality - 3.5) * 0.9);
  const drawn = (12 + 0.04 * ageDays) * liked * Math.exp(drawNormal(random));
  return Math.round(drawn / (1 + drawn / VOTES_LIMIT));
}

/**
 * Draws the votes by stars: binomial around the quality, except for a tenth of the voters, who vote on a
 * whim. Systematic sampling (one random offset for all counts) keeps the total exact and the counts
 * unbiased for any number of votes.
 */
export function drawHistogram(random: Random, quality: number, votes: number): Histogram {
  const considered = (quality - WHIM_SHARE * WHIM_MEAN) / (1 - WHIM_SHARE);
  const yes = Math.min(1, Math.max(0, (considered - 1) / 4));
  const offset = random();
  let share = 0;
  let counted = 0;
  const count = (stars: 1 | 2 | 3 | 4 | 5, ways: number, whim: number) => {
    const binomial = ways * yes ** (stars - 1) * (1 - yes) ** (5 - stars);
    share += (1 - WHIM_SHARE) * binomial + WHIM_SHARE * whim;
    const reached = stars === 5 ? votes : Math.floor(share * votes + offset);
    const here = reached - counted;
    counted = reached;
    return here;
  };
  const [one, two, three, four, five] = WHIM_STARS;
  return [
    count(1, 1, one),
    count(2, 4, two),
    count(3, 6, three),
    count(4, 4, four),
    count(5, 1, five),
  ];
}
