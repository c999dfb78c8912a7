import type { Joke } from 'functions/contract';
import { call } from '../../api/call.ts';
import { useVotes } from '../../stores/votes.ts';
import { clearTally, setTally } from './local-changes.ts';
import { withVote } from './tally.ts';

/**
 * Votes on a joke. The vote is recorded and counts immediately wherever the joke is shown; the
 * server's response then replaces the result.
 *
 * @param stars 1 to 5
 * @throws {ApiError} if the vote was not counted; all changes are then reverted
 */
export async function castVote(joke: Joke, stars: number): Promise<void> {
  const { record, forget } = useVotes.getState();
  const jokeId = joke.joke_id;
  record(jokeId, stars);
  setTally(jokeId, withVote(joke, stars));
  try {
    const receipt = await call('rateJoke', { body: { joke_id: jokeId, rating_num: stars } });
    record(jokeId, receipt.rating_num);
    setTally(jokeId, receipt);
  } catch (error) {
    forget(jokeId);
    clearTally(jokeId);
    throw error;
  }
}
