import * as z from 'zod';
import { weekOf } from '../domain/index.ts';

/** The numbers of votes with one, two, three, four and five stars. */
export type Histogram = [number, number, number, number, number];

/** Of a joke that nobody has rated. */
export const NO_VOTES: Histogram = [0, 0, 0, 0, 0];

/** The average vote, in stars, that scores assume on a site without votes. */
export const DEFAULT_PRIOR = 3.5;
/** How many votes of the site's average are added to every joke's own. */
const PRIOR_VOTES = 10;

/** The number of votes in a histogram. */
export function countVotes(histogram: Histogram): number {
  return histogram.reduce((sum, count) => sum + count, 0);
}

/** The histogram with one more vote of `star` (1 to 5). */
function withVote([one, two, three, four, five]: Histogram, star: number): Histogram {
  const add = (place: number, count: number) => (place === star ? count + 1 : count);
  return [add(1, one), add(2, two), add(3, three), add(4, four), add(5, five)];
}

/** Votes and the sum of their stars. */
export interface Votes {
  votes: number;
  stars: number;
}

const voteGroups = z.record(z.string(), z.object({ votes: z.int().min(1), stars: z.int().min(1) }));

/** The votes of each group of networks, by its number from 0 to 255; see `voteGroup`. */
type VoteGroups = z.infer<typeof voteGroups>;

/** What counting a vote needs besides the joke's histogram; votes without a group are the rest of that. Nothing else reads it. */
export const tallyDocument = z.object({
  groups: voteGroups,
  /** the same for the votes of the joke's `week` */
  week_groups: voteGroups,
});

/** What a joke has of its votes; `tally` is null if it is malformed. */
export interface Counted {
  histogram: Histogram;
  tally: z.infer<typeof tallyDocument> | null;
  week: string | null;
}

/** All votes of a histogram. */
export function votesOf(histogram: Histogram): Votes {
  const stars = histogram.reduce((sum, count, index) => sum + count * (index + 1), 0);
  return { votes: countVotes(histogram), stars };
}

/** The plain mean of the stars, 1 to 5; 0 without votes. This is the rating that people see. */
export function meanRating(histogram: Histogram): number {
  const { votes, stars } = votesOf(histogram);
  return votes === 0 ? 0 : stars / votes;
}

/** The sums of votes and stars. */
export function sumOf(all: Iterable<Votes>): Votes {
  const sum = { votes: 0, stars: 0 };
  for (const { votes, stars } of all) {
    sum.votes += votes;
    sum.stars += stars;
  }
  return sum;
}

/**
 * What counts of a joke's votes, so that no network decides its score: of each group at most 1 + √V ÷ 3 votes of
 * its own mean, where V is the number of groups + the votes without one. The more have rated a joke, the more each
 * network is believed. The order of arrival does not matter.
 * @param all every vote, with or without a group
 * @returns the votes that count and their stars, neither necessarily whole
 */
export function weighVotes(all: Votes, groups: VoteGroups): Votes {
  const ofGroups = Object.values(groups);
  const grouped = sumOf(ofGroups);
  const ungrouped = { votes: all.votes - grouped.votes, stars: all.stars - grouped.stars };
  const most = 1 + Math.sqrt(ofGroups.length + ungrouped.votes) / 3;
  const counted = ofGroups.map(({ votes, stars }) => {
    const weight = Math.min(votes, most);
    return { votes: weight, stars: (weight * stars) / votes };
  });
  return sumOf([ungrouped, ...counted]);
}

/** The fields of a joke whose votes have no groups, such as imported ones. */
export function ungroupedFields(histogram: Histogram) {
  return {
    histogram,
    weighted: votesOf(histogram),
    week: null,
    week_weighted: null,
    tally: { groups: {}, week_groups: {} },
  };
}

/** A vote that is about to be counted. */
export interface Vote {
  /** 1 to 5 */
  stars: number;
  /** the first byte of a keyed hash of the voter's wide network */
  group: number;
}

/** Groups with one more vote. */
function withVoteOf(groups: VoteGroups, { stars, group }: Vote): VoteGroups {
  const before = groups[group] ?? { votes: 0, stars: 0 };
  return { ...groups, [group]: sumOf([before, { votes: 1, stars }]) };
}

/** All fields of a joke that change with a vote. */
export function countVote(joke: Counted, vote: Vote, at: Date) {
  const week = weekOf(at);
  const histogram = withVote(joke.histogram, vote.stars);
  const groups = withVoteOf(joke.tally?.groups ?? {}, vote);
  const ofWeek = week === joke.week ? joke.tally?.week_groups : undefined;
  const week_groups = withVoteOf(ofWeek ?? {}, vote);
  return {
    histogram,
    week,
    weighted: weighVotes(votesOf(histogram), groups),
    week_weighted: weighVotes(sumOf(Object.values(week_groups)), week_groups),
    tally: { groups, week_groups },
  };
}

/**
 * The score that orders the Top 100: a Bayesian average, the mean of the stars that count with ten votes of
 * the site's average added, so that one lucky five-star vote does not lead. Decision 11 compares it with
 * other rules.
 * @param counted what counts of a joke's votes
 * @param prior the site's average vote, 1 to 5
 */
export function scoreOf({ votes, stars }: Votes, prior: number): number {
  return (stars + PRIOR_VOTES * prior) / (votes + PRIOR_VOTES);
}

/** How many standard errors above its score a joke may turn out to be (upper confidence bound). */
const OPTIMISM = 1.25;
/** The standard deviation of votes on a joke, in stars. */
const VOTE_DEVIATION = 1.5;

/** How high a joke's score may turn out to be. Random shows those with the highest ones more often. */
export function potentialOf(counted: Votes, prior: number): number {
  const error = VOTE_DEVIATION / Math.sqrt(counted.votes + PRIOR_VOTES);
  return scoreOf(counted, prior) + OPTIMISM * error;
}

/** The jokes with the highest ranks, best first; of the same rank, the newer first. @param rank undefined leaves a joke out */
export function best<Joke extends { joke_id: number }>(
  jokes: readonly Joke[],
  size: number,
  rank: (joke: Joke) => number | undefined,
): Joke[] {
  const ranked = jokes.flatMap((joke) => {
    const value = rank(joke);
    return value === undefined ? [] : { joke, value };
  });
  ranked.sort((a, b) => b.value - a.value || b.joke.joke_id - a.joke.joke_id);
  return ranked.slice(0, size).map(({ joke }) => joke);
}
