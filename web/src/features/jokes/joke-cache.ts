import type { QueryClient } from '@tanstack/react-query';
import type { Joke, JokeList } from 'functions/contract';
import { laterTally, sameTally, type Tally } from './tally.ts';

/** Where jokes stand in the query cache. */
export const jokeKeys = {
  lists: ['jokes', 'lists'],
  page: (page: number) => ['jokes', 'lists', 'home', page],
  top: ['jokes', 'lists', 'top'],
  newest: ['jokes', 'lists', 'newest'],
  random: ['jokes', 'random'],
  /** What this page knows of a joke by having voted on it. */
  tally: (jokeId: number) => ['jokes', 'tallies', jokeId],
  /** The address of a picture that was made on this page. */
  image: (jokeId: number) => ['jokes', 'images', jokeId],
} as const;

/** How long changes are kept: the CDN and the instance behind it may each keep an older list for a minute. */
const CHANGE_KEPT_MS = 15 * 60_000;

type ChangeKey = ReturnType<typeof jokeKeys.tally | typeof jokeKeys.image>;

function keepChange(client: QueryClient, key: ChangeKey, change: Tally | string): void {
  client.setQueryDefaults(key, { gcTime: CHANGE_KEPT_MS });
  client.setQueryData(key, change);
}

function mapJokes(list: JokeList, change: (joke: Joke) => Joke): JokeList {
  return { ...list, jokes: list.jokes.map(change) };
}

function mapCachedJokes(client: QueryClient, jokeId: number, change: (joke: Joke) => Joke): void {
  const changed = (joke: Joke) => (joke.joke_id === jokeId ? change(joke) : joke);
  client.setQueriesData<JokeList>(
    { queryKey: jokeKeys.lists },
    (list) => list && mapJokes(list, changed),
  );
  client.setQueryData<Joke>(jokeKeys.random, (joke) => joke && changed(joke));
}

/** Puts a tally wherever the joke is cached, and where it is still to come. Orders stay. */
export function putTally(client: QueryClient, jokeId: number, { rating, num_votes }: Tally): void {
  const tally = { rating, num_votes };
  keepChange(client, jokeKeys.tally(jokeId), tally);
  mapCachedJokes(client, jokeId, (joke) => ({ ...joke, ...laterTally(tally, joke) }));
}

/** Takes a tally back: `before` returns wherever nothing newer has come in from the server. */
export function takeBackTally(
  client: QueryClient,
  jokeId: number,
  tally: Tally,
  before: Tally,
): void {
  client.removeQueries({ queryKey: jokeKeys.tally(jokeId) });
  mapCachedJokes(client, jokeId, (joke) =>
    sameTally(joke, tally) ? { ...joke, rating: before.rating, num_votes: before.num_votes } : joke,
  );
}

/** Puts the address of a new picture wherever the joke is cached, and where it is still to come. */
export function putImage(client: QueryClient, jokeId: number, imageUrl: string): void {
  keepChange(client, jokeKeys.image(jokeId), imageUrl);
  mapCachedJokes(client, jokeId, (joke) => ({ ...joke, image_url: imageUrl }));
}

/** A joke as it came in, with the changes of this page that are known to be later. */
export function withKnownChanges(client: QueryClient, joke: Joke): Joke {
  const tally = client.getQueryData<Tally>(jokeKeys.tally(joke.joke_id));
  const imageUrl = client.getQueryData<string>(jokeKeys.image(joke.joke_id));
  return {
    ...joke,
    ...(tally && laterTally(tally, joke)),
    image_url: imageUrl ?? joke.image_url,
  };
}

/** A list as it came in, with the changes of this page that are known to be later. */
export function withListChanges(client: QueryClient, list: JokeList): JokeList {
  return mapJokes(list, (joke) => withKnownChanges(client, joke));
}
