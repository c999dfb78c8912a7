import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import { countVotes, voteFields, withVote, type Histogram } from '../../catalog/score.ts';

/** Jokes whose ratings are counted at the same time. */
export const RATINGS_AT_ONCE = 20;

/**
 * Describes how a joke's votes contradict themselves or its ratings; undefined if they don't. Imported
 * votes have no ratings, so only more ratings than votes are certainly an error.
 * @param stored the number of its ratings
 */
export function compareVotes(joke: JokeDocument, stored: number): string | undefined {
  const { joke_id, num_votes, histogram } = joke;
  if (stored > num_votes) {
    return `joke ${joke_id} has num_votes ${num_votes}, but ${stored} stored ratings`;
  }
  const held = countVotes(histogram);
  if (held === num_votes) return undefined;
  return `joke ${joke_id} has num_votes ${num_votes}, but the sum of its histogram is ${held}`;
}

/**
 * The vote fields of a joke with every rating counted: for each number of stars, the larger of its votes
 * and its ratings.
 * @param stars of its ratings, 1 to 5
 */
export function recount(
  { histogram, prior }: JokeDocument,
  stars: readonly number[],
): ReturnType<typeof voteFields> {
  let proven: Histogram = [0, 0, 0, 0, 0];
  for (const star of stars) proven = withVote(proven, star);
  const most = (place: 0 | 1 | 2 | 3 | 4) => Math.max(histogram[place], proven[place]);
  return voteFields([most(0), most(1), most(2), most(3), most(4)], prior);
}
