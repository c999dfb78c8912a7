import type { Joke } from 'functions/contract';
import { create } from 'zustand';

/** What this page has changed of a joke: the rating after a vote, the URL of a generated image. */
export type LocalChange = Partial<Pick<Joke, 'rating' | 'num_votes' | 'image_url'>>;

/**
 * This page's changes by joke id. The CDN may serve older responses for a while, so every component
 * that shows a joke applies the joke's changes.
 */
export const useLocalChanges = create<Readonly<Record<number, LocalChange>>>()(() => ({}));

/** Adds to what this page has changed of a joke. */
export function changeJoke(jokeId: number, change: LocalChange): void {
  useLocalChanges.setState((all) => ({ [jokeId]: { ...all[jokeId], ...change } }));
}

/** Removes the rating that a vote has changed. */
export function revertRating(jokeId: number): void {
  useLocalChanges.setState((all) => {
    const { rating: _rating, num_votes: _count, ...rest } = all[jokeId] ?? {};
    return { [jokeId]: rest };
  });
}

/**
 * A loaded joke with what this page has changed. Votes are never removed, so of two ratings the one
 * with more votes is newer.
 */
export function withLocalChange(joke: Joke, change: LocalChange = {}): Joke {
  const { rating, num_votes, ...image } = change;
  const isNewer = rating !== undefined && num_votes !== undefined && num_votes >= joke.num_votes;
  return { ...joke, ...image, ...(isNewer && { rating, num_votes }) };
}

/** A loaded joke with what this page has changed. Renders again only after changes to this joke. */
export function useLatestJoke(joke: Joke): Joke {
  const change = useLocalChanges((all) => all[joke.joke_id]);
  return withLocalChange(joke, change);
}
