import { QueryClient } from '@tanstack/react-query';
import type { JokeList } from 'functions/contract';
import { afterEach, expect, test } from 'vitest';
import { useVotes } from '../../stores/votes.ts';
import { sendJson, startApiServer } from '../../testing/api-server.ts';
import { exampleJoke, exampleList } from '../../testing/jokes.ts';
import { castVote } from './cast-vote.ts';
import { jokeKeys } from './joke-cache.ts';

const joke = exampleJoke({ joke_id: 7, rating: 4, num_votes: 2 });
const receipt = { joke_id: 7, rating: 3, num_votes: 9, rating_num: 1, user_can_vote: false };

afterEach(() => useVotes.getState().forget(7));

function clientWithJoke(): QueryClient {
  const client = new QueryClient();
  client.setQueryData(jokeKeys.page(1), exampleList(joke));
  return client;
}

const cached = (client: QueryClient) => client.getQueryData<JokeList>(jokeKeys.page(1))?.jokes[0];

test('a vote counts at once, and as the server says once it answers', async () => {
  const client = clientWithJoke();
  const early: unknown[] = [];
  await using _server = await startApiServer((exchange) => {
    early.push(cached(client), useVotes.getState().votes[7]);
    sendJson(exchange, 201, receipt);
  });
  await castVote(client, joke, 1);
  expect(early).toEqual([{ ...joke, rating: 3, num_votes: 3 }, 1]);
  expect(cached(client)).toEqual({ ...joke, rating: 3, num_votes: 9 });
  expect(useVotes.getState().votes).toEqual({ 7: 1 });
});

test('a vote that is refused leaves average, count and record as they were', async () => {
  const client = clientWithJoke();
  await using _server = await startApiServer((exchange) =>
    sendJson(exchange, 400, { detail: 'You have already rated this joke!' }),
  );
  await expect(castVote(client, joke, 5)).rejects.toMatchObject({ code: 'already_rated' });
  expect(cached(client)).toEqual(joke);
  expect(useVotes.getState().votes).toEqual({});
});
