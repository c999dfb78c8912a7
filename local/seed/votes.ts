import { countVotes, type Histogram } from '../../functions/src/catalog/score.ts';
import { BEST_MARK } from './facts.ts';
import { drawNormal, type Random } from './random.ts';

/** Bounds of the quality: the mean that the votes tend to, in stars. */
const LOWEST_MEAN = 2.4;
const HIGHEST_MEAN = 4.75;
/** How far the quality of facts with the same mark varies, in stars: taste is not exact. */
const MARK_SPREAD = 0.3;
/** The share of voters who vote on a whim, whatever the joke, and the shares of their stars. */
const WHIM_SHARE = 0.1;
const WHIM_STARS = [0.36, 0.14, 0.18, 0.12, 0.2] as const;
const WHIM_MEAN = 2.66;
/** The best jokes get so many times the votes of others. */
const FAVORITE_FACTOR = 5;
/** The number of votes that a joke approaches but never reaches. */
const VOTES_LIMIT = 20_000;
/** From so many votes on, the same number on two of the best jokes would look made up. */
const SOME_VOTES = 10;
/** From so many votes on, a multiple of a hundred would, too. */
const MANY_VOTES = 1_000;
/** The share of jokes that nobody has rated. */
const UNRATED_SHARE = 0.02;
/** Younger jokes have only a few votes. */
const BRAND_NEW_DAYS = 12;

/** Draws the quality of a joke that nobody has marked: the mean in stars that its votes tend to. */
export function drawQuality(random: Random): number {
  // The mean of two uniform draws: most jokes are average, few are very good or very bad.
  return LOWEST_MEAN + ((random() + random()) / 2) * (HIGHEST_MEAN - LOWEST_MEAN);
}

/** The quality of a joke with a mark from 1 to `BEST_MARK`, in stars. */
export function qualityOf(mark: number, random: Random): number {
  const share = (mark - 1) / (BEST_MARK - 1);
  return LOWEST_MEAN + share * (HIGHEST_MEAN - MARK_SPREAD - LOWEST_MEAN) + random() * MARK_SPREAD;
}

/**
 * Draws a joke's number of votes. It is log-normal, so that a few jokes have thousands of votes and many
 * have a handful. Older and better jokes have more.
 */
export function drawVoteCount(
  random: Random,
  joke: { quality: number; ageDays: number; favorite: boolean },
): number {
  if (joke.ageDays < BRAND_NEW_DAYS) return Math.floor(random() * 6);
  if (!joke.favorite && random() < UNRATED_SHARE) return 0;
  const expected = (12 + 0.04 * joke.ageDays) * (joke.favorite ? FAVORITE_FACTOR : 1);
  const liked = Math.exp((joke.quality - 3.5) * 0.9);
  const drawn = expected * liked * Math.exp(drawNormal(random));
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

/**
 * Adds votes with five stars until their number looks drawn: none of the others is the same, and a large one is
 * not round.
 * @param others the numbers of votes that it must not have; gets this one, too
 */
export function setApart(histogram: Histogram, others: Set<number>): Histogram {
  const [one, two, three, four, five] = histogram;
  const drawn = countVotes(histogram);
  let votes = drawn;
  while ((votes >= SOME_VOTES && others.has(votes)) || (votes >= MANY_VOTES && votes % 100 === 0)) {
    votes += 1;
  }
  others.add(votes);
  return [one, two, three, four, five + votes - drawn];
}
