import type { Joke } from 'functions/contract';
import { create } from 'zustand';
import { useRecentVote, type RecentVote } from './votes.ts';

/** The URLs of the images that this page has generated, by joke id. */
export const useNewImages = create<Readonly<Record<number, string>>>()(() => ({}));

/**
 * A loaded joke with what this browser has changed. Votes are never removed, so of two ratings the one
 * with more votes is newer.
 */
export function withLocalChanges(
  joke: Joke,
  image_url = joke.image_url,
  vote?: Pick<RecentVote, 'rating' | 'num_votes'>,
): Joke {
  const isNewer = vote !== undefined && vote.num_votes >= joke.num_votes;
  const { rating, num_votes } = isNewer ? vote : joke;
  return { ...joke, image_url, rating, num_votes };
}

/**
 * A loaded joke with what this browser has changed. The CDN may serve older responses for a while, so
 * every component that shows a joke uses this. Renders again only after changes to this joke.
 */
export function useLatestJoke(joke: Joke): Joke {
  const image = useNewImages((all) => all[joke.joke_id]);
  return withLocalChanges(joke, image, useRecentVote(joke.joke_id));
}
