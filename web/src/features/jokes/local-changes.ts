import type { Joke } from 'functions/contract';
import { create } from 'zustand';
import { useRecentVote, type RecentVote } from '../../stores/votes.ts';

/** What this page has changed of a joke: the URL of a generated image. */
export type LocalChange = Partial<Pick<Joke, 'image_url'>>;

/** This page's changes by joke id. */
const useLocalChanges = create<Readonly<Record<number, LocalChange>>>()(() => ({}));

/** Adds to what this page has changed of a joke. */
export function changeJoke(jokeId: number, change: LocalChange): void {
  useLocalChanges.setState((all) => ({ [jokeId]: { ...all[jokeId], ...change } }));
}

/**
 * A loaded joke with what this browser has changed. Votes are never removed, so of two ratings the one
 * with more votes is newer.
 */
export function withLocalChange(
  joke: Joke,
  change: LocalChange = {},
  vote?: Pick<RecentVote, 'rating' | 'num_votes'>,
): Joke {
  const isNewer = vote !== undefined && vote.num_votes >= joke.num_votes;
  return {
    ...joke,
    ...change,
    ...(isNewer && { rating: vote.rating, num_votes: vote.num_votes }),
  };
}

/**
 * A loaded joke with what this browser has changed. The CDN may serve older responses for a while, so
 * every component that shows a joke uses this. Renders again only after changes to this joke.
 */
export function useLatestJoke(joke: Joke): Joke {
  const change = useLocalChanges((all) => all[joke.joke_id]);
  const vote = useRecentVote(joke.joke_id);
  return withLocalChange(joke, change, vote);
}
