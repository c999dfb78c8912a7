import type { Joke } from 'functions/contract';
import { create } from 'zustand';
import { laterTally, type Tally } from './tally.ts';

interface LocalChanges {
  /** the ratings after this page's votes, by joke id */
  tallies: Readonly<Record<number, Tally>>;
  /** the URLs of images generated on this page, by joke id */
  images: Readonly<Record<number, string>>;
}

/**
 * The changes this page has made to jokes. The CDN may serve older responses for a while, so every
 * component that shows a joke applies these changes.
 */
export const useLocalChanges = create<LocalChanges>()(() => ({ tallies: {}, images: {} }));

/** Sets a joke's rating and number of votes after a vote. */
export function setTally(jokeId: number, { rating, num_votes }: Tally): void {
  useLocalChanges.setState(({ tallies }) => ({
    tallies: { ...tallies, [jokeId]: { rating, num_votes } },
  }));
}

/** Reverts {@link setTally}. */
export function clearTally(jokeId: number): void {
  useLocalChanges.setState(({ tallies }) => {
    const { [jokeId]: _forgotten, ...rest } = tallies;
    return { tallies: rest };
  });
}

/** Sets the URL of a joke's new image. */
export function setImage(jokeId: number, imageUrl: string): void {
  useLocalChanges.setState(({ images }) => ({ images: { ...images, [jokeId]: imageUrl } }));
}

/** A loaded joke with the local changes that are newer. */
export function withLocalChanges(joke: Joke, { tallies, images }: LocalChanges): Joke {
  const tally = tallies[joke.joke_id];
  return {
    ...joke,
    ...(tally && laterTally(tally, joke)),
    image_url: images[joke.joke_id] ?? joke.image_url,
  };
}

/** A loaded joke, updated with the local changes. */
export function useLatestJoke(joke: Joke): Joke {
  const changes = useLocalChanges();
  return withLocalChanges(joke, changes);
}
