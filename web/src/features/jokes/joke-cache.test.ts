import { QueryClient } from '@tanstack/react-query';
import type { JokeList } from 'functions/contract';
import { expect, test } from 'vitest';
import { exampleJoke, exampleList } from '../../testing/jokes.ts';
import { jokeKeys, putTally, takeBackTally, withKnownTallies } from './joke-cache.ts';

const before = { rating: 4, num_votes: 2 };
const voted = { rating: 4.2, num_votes: 3 };
const joke = exampleJoke({ joke_id: 7, ...before });
const other = exampleJoke({ joke_id: 8, rating: 1, num_votes: 9 });

function clientWith(...lists: JokeList[]): QueryClient {
  const client = new QueryClient();
  lists.forEach((list, index) => client.setQueryData(jokeKeys.page(index + 1), list));
  return client;
}

const cached = (client: QueryClient, page: number) =>
  client.getQueryData<JokeList>(jokeKeys.page(page))?.jokes;

test('a tally reaches every cached list that holds the joke, and no other joke', () => {
  const client = clientWith(exampleList(joke, other), exampleList(other, joke));
  putTally(client, 7, voted);
  expect(cached(client, 1)).toEqual([{ ...joke, ...voted }, other]);
  expect(cached(client, 2)).toEqual([other, { ...joke, ...voted }]);
});

test('a tally does not overwrite a later one', () => {
  const later = { ...joke, rating: 3, num_votes: 10 };
  const client = clientWith(exampleList(later));
  putTally(client, 7, voted);
  expect(cached(client, 1)).toEqual([later]);
});

test('a list from before the vote is brought up to date, one from after it is left alone', () => {
  const client = clientWith();
  putTally(client, 7, voted);
  expect(withKnownTallies(client, exampleList(joke, other)).jokes).toEqual([
    { ...joke, ...voted },
    other,
  ]);
  const later = { ...joke, rating: 3, num_votes: 10 };
  expect(withKnownTallies(client, exampleList(later)).jokes).toEqual([later]);
});

test('a tally that is taken back leaves what was before, here and in lists to come', () => {
  const client = clientWith(exampleList(joke, other));
  putTally(client, 7, voted);
  takeBackTally(client, 7, voted, before);
  expect(cached(client, 1)).toEqual([joke, other]);
  expect(withKnownTallies(client, exampleList(joke)).jokes).toEqual([joke]);
});

test('what came in from the server meanwhile is not taken back', () => {
  const client = clientWith(exampleList(joke));
  putTally(client, 7, voted);
  const later = { ...joke, rating: 3, num_votes: 10 };
  client.setQueryData(jokeKeys.page(1), exampleList(later));
  takeBackTally(client, 7, voted, before);
  expect(cached(client, 1)).toEqual([later]);
});
