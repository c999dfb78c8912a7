import type { QueryClient } from '@tanstack/react-query';
import type { Joke } from 'functions/contract';
import { call } from '../../api/call.ts';
import { useVotes } from '../../stores/votes.ts';
import { putTally, takeBackTally } from './joke-cache.ts';
import { withVote } from './tally.ts';

/**
 * Votes on a joke. The vote is noted, and counts in every cached list, at once; what the server
 * made of it replaces that once it answers.
 *
 * @param stars 1 to 5
 * @throws {ApiError} when the vote did not count; everything is then as it was before
 */
export async function castVote(client: QueryClient, joke: Joke, stars: number): Promise<void> {
  const { record, forget } = useVotes.getState();
  const jokeId = joke.joke_id;
  const expected = withVote(joke, stars);
  record(jokeId, stars);
  putTally(client, jokeId, expected);
  try {
    const receipt = await call('rateJoke', { body: { joke_id: jokeId, rating_num: stars } });
    record(jokeId, receipt.rating_num);
    putTally(client, jokeId, receipt);
  } catch (error) {
    forget(jokeId);
    takeBackTally(client, jokeId, expected, joke);
    throw error;
  }
}
