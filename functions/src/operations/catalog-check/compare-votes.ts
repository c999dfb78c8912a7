import type { JokeDocument } from '../../features/jokes/joke-document.ts';
import { countVotes, voteFields, withVote, type Histogram } from '../../catalog/score.ts';

/** Jokes whose ratings are counted at the same time. */
export const RATINGS_AT_ONCE = 20;

/**
 * How a joke's votes contradict themselves or its ratings, in words. Imported votes have no ratings, so
 * that only more ratings than votes are an error for certain.
 * @param stored the number of its ratings
 */
export function compareVotes(joke: JokeDocument, stored: number): string | undefined {
  const { joke_id, num_votes, histogram } = joke;
  if (stored > num_votes) {
    return `joke ${joke_id} counts ${num_votes} votes; ${stored} ratings of it are stored`;
  }
  const held = countVotes(histogram);
  if (held === num_votes) return undefined;
  return `joke ${joke_id} counts ${num_votes} votes; its histogram holds ${held}`;
}

/**
 * The fields of a joke's votes with every rating counted: of each star as many votes as there are, or as
 * many as there are ratings if those are more.
 * @param stars of its ratings, 1 to 5
 */
export function countAgain(
  { histogram, prior }: JokeDocument,
  stars: readonly number[],
): ReturnType<typeof voteFields> {
  let proven: Histogram = [0, 0, 0, 0, 0];
  for (const star of stars) proven = withVote(proven, star);
  const most = (place: 0 | 1 | 2 | 3 | 4) => Math.max(histogram[place], proven[place]);
  return voteFields([most(0), most(1), most(2), most(3), most(4)], prior);
}
