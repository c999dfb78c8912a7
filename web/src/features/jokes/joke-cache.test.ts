import { QueryClient } from '@tanstack/react-query';
import type { Joke, JokeList } from 'functions/contract';
import { expect, test } from 'vitest';
import { exampleJoke, exampleList } from '../../testing/jokes.ts';
import {
  jokeKeys,
  putImage,
  putTally,
  takeBackTally,
  withKnownChanges,
  withListChanges,
} from './joke-cache.ts';

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
  expect(withListChanges(client, exampleList(joke, other)).jokes).toEqual([
    { ...joke, ...voted },
    other,
  ]);
  const later = { ...joke, rating: 3, num_votes: 10 };
  expect(withListChanges(client, exampleList(later)).jokes).toEqual([later]);
});

test('a tally that is taken back leaves what was before, here and in lists to come', () => {
  const client = clientWith(exampleList(joke, other));
  putTally(client, 7, voted);
  takeBackTally(client, 7, voted, before);
  expect(cached(client, 1)).toEqual([joke, other]);
  expect(withListChanges(client, exampleList(joke)).jokes).toEqual([joke]);
});

test('what came in from the server meanwhile is not taken back', () => {
  const client = clientWith(exampleList(joke));
  putTally(client, 7, voted);
  const later = { ...joke, rating: 3, num_votes: 10 };
  client.setQueryData(jokeKeys.page(1), exampleList(later));
  takeBackTally(client, 7, voted, before);
  expect(cached(client, 1)).toEqual([later]);
});

test('a tally reaches the top, the newest and the random fact; no order changes', () => {
  const client = clientWith();
  client.setQueryData(jokeKeys.top, exampleList(joke, other));
  client.setQueryData(jokeKeys.newest, exampleList(other, joke));
  client.setQueryData(jokeKeys.random, joke);
  putTally(client, 7, { rating: 1, num_votes: 3 });
  const changed = { ...joke, rating: 1, num_votes: 3 };
  expect(client.getQueryData<JokeList>(jokeKeys.top)?.jokes).toEqual([changed, other]);
  expect(client.getQueryData<JokeList>(jokeKeys.newest)?.jokes).toEqual([other, changed]);
  expect(client.getQueryData<Joke>(jokeKeys.random)).toEqual(changed);
  takeBackTally(client, 7, { rating: 1, num_votes: 3 }, before);
  expect(client.getQueryData<Joke>(jokeKeys.random)).toEqual(joke);
});

test('another random fact is left alone, and none is made up', () => {
  const client = clientWith();
  putTally(client, 7, voted);
  expect(client.getQueryData<Joke>(jokeKeys.random)).toBeUndefined();
  client.setQueryData(jokeKeys.random, other);
  putTally(client, 7, { rating: 4.5, num_votes: 4 });
  expect(client.getQueryData<Joke>(jokeKeys.random)).toEqual(other);
});

test('a new picture shows wherever the joke is cached, and in lists from before it', () => {
  const client = clientWith(exampleList(joke, other));
  client.setQueryData(jokeKeys.random, joke);
  putImage(client, 7, '/picture.webp?t=1');
  const pictured = { ...joke, image_url: '/picture.webp?t=1' };
  expect(cached(client, 1)).toEqual([pictured, other]);
  expect(client.getQueryData<Joke>(jokeKeys.random)).toEqual(pictured);
  expect(withKnownChanges(client, joke)).toEqual(pictured);
  expect(withListChanges(client, exampleList(joke, other)).jokes).toEqual([pictured, other]);
});
