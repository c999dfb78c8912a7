import { beforeEach, expect, test } from 'vitest';
import { useVotes } from '../../stores/votes.ts';
import { sendJson, startApiServer } from '../../testing/api-server.ts';
import { exampleJoke } from '../../testing/jokes.ts';
import { useLocalChanges, withLocalChange } from './local-changes.ts';
import { castVote } from './joke-rating.tsx';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2 });
const receipt = { joke_id: 7, rating: 3, num_votes: 9, rating_num: 1, user_can_vote: false };

beforeEach(() => {
  useVotes.setState({ votes: {} });
  useLocalChanges.setState({}, true);
});

const shown = () => withLocalChange(joke, useLocalChanges.getState()[7]);

test('a vote counts immediately; the server response then replaces the result', async () => {
  const early: unknown[] = [];
  await using _server = await startApiServer((exchange) => {
    early.push(shown(), useVotes.getState().votes[7]);
    sendJson(exchange, 201, receipt);
  });
  await castVote(joke, 1);
  expect(early).toEqual([{ ...joke, rating: 3, num_votes: 3 }, 1]);
  expect(shown()).toEqual({ ...joke, rating: 3, num_votes: 9 });
  expect(useVotes.getState().votes).toEqual({ 7: 1 });
});

test('a refused vote restores the average, the count and the record', async () => {
  await using _server = await startApiServer((exchange) =>
    sendJson(exchange, 400, { detail: 'You have already rated this joke!' }),
  );
  await expect(castVote(joke, 5)).rejects.toMatchObject({ code: 'already_rated' });
  expect(shown()).toEqual(joke);
  expect(useVotes.getState().votes).toEqual({});
});
