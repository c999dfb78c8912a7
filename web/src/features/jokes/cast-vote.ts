import type { Joke } from 'functions/contract';
import { call } from '../../api/call.ts';
import { useVotes } from '../../stores/votes.ts';
import { forgetTally, noteTally } from './known-changes.ts';
import { withVote } from './tally.ts';

/**
 * Votes on a joke. The vote is noted, and counts wherever the joke is shown, at once; what the
 * server made of it replaces that once it answers.
 *
 * @param stars 1 to 5
 * @throws {ApiError} when the vote did not count; everything is then as it was before
 */
export async function castVote(joke: Joke, stars: number): Promise<void> {
  const { record, forget } = useVotes.getState();
  const jokeId = joke.joke_id;
  record(jokeId, stars);
  noteTally(jokeId, withVote(joke, stars));
  try {
    const receipt = await call('rateJoke', { body: { joke_id: jokeId, rating_num: stars } });
    record(jokeId, receipt.rating_num);
    noteTally(jokeId, receipt);
  } catch (error) {
    forget(jokeId);
    forgetTally(jokeId);
    throw error;
  }
}
