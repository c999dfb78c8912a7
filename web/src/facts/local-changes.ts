import type { Joke } from 'functions/contract';
import { create } from 'zustand';
import { usePageVotes } from './votes.ts';

/** The URLs of the images that this page has generated, by joke id. */
export const useNewImages = create<Readonly<Record<number, string>>>()(() => ({}));

/** A joke with this page's vote. Votes are never removed, so of two ratings the one with more votes is newer. */
export function withVote(
  joke: Joke,
  voted: Pick<Joke, 'rating' | 'num_votes' | 'histogram'> | undefined,
): Joke {
  const newer = voted && voted.num_votes >= joke.num_votes ? voted : joke;
  const { rating, num_votes, histogram = joke.histogram } = newer;
  return { ...joke, rating, num_votes, histogram };
}

/**
 * A loaded joke with this page's changes. The CDN may serve older responses for a while, so every
 * component that shows a joke uses this. Renders again only after changes to this joke.
 */
export function useLatestJoke(joke: Joke): Joke {
  const image_url = useNewImages((all) => all[joke.joke_id]) ?? joke.image_url;
  const voted = usePageVotes((votes) => votes[joke.joke_id]?.result);
  return withVote({ ...joke, image_url }, voted);
}
