import type { QueryClient } from '@tanstack/react-query';
import type { Joke, JokeList } from 'functions/contract';
import { laterTally, sameTally, type Tally } from './tally.ts';

/** Where lists of jokes stand in the query cache. */
export const jokeKeys = {
  lists: ['jokes', 'lists'],
  page: (page: number) => ['jokes', 'lists', 'home', page],
  /** What this page knows of a joke by having voted on it. */
  tally: (jokeId: number) => ['jokes', 'tallies', jokeId],
} as const;

/** How long a tally is kept: a list from the CDN may be older than the vote for up to 11 minutes. */
const TALLY_KEPT_MS = 15 * 60_000;

function mapJokes(list: JokeList, change: (joke: Joke) => Joke): JokeList {
  return { ...list, jokes: list.jokes.map(change) };
}

function mapCachedJokes(client: QueryClient, jokeId: number, change: (joke: Joke) => Joke): void {
  client.setQueriesData<JokeList>(
    { queryKey: jokeKeys.lists },
    (list) => list && mapJokes(list, (joke) => (joke.joke_id === jokeId ? change(joke) : joke)),
  );
}

/** Puts a tally into every cached list that holds the joke, and into those that are still to come. */
export function putTally(client: QueryClient, jokeId: number, { rating, num_votes }: Tally): void {
  const tally = { rating, num_votes };
  client.setQueryDefaults(jokeKeys.tally(jokeId), { gcTime: TALLY_KEPT_MS });
  client.setQueryData<Tally>(jokeKeys.tally(jokeId), tally);
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

/** A list as it came in, with the tallies that are known to be later than its own. */
export function withKnownTallies(client: QueryClient, list: JokeList): JokeList {
  return mapJokes(list, (joke) => {
    const known = client.getQueryData<Tally>(jokeKeys.tally(joke.joke_id));
    return known === undefined ? joke : { ...joke, ...laterTally(known, joke) };
  });
}
