import type { Joke } from 'functions/contract';
import { create } from 'zustand';
import { laterTally, type Tally } from './tally.ts';

interface KnownChanges {
  /** what this page's votes have made of jokes, by joke id */
  tallies: Readonly<Record<number, Tally>>;
  /** the addresses of pictures that were made on this page, by joke id */
  images: Readonly<Record<number, string>>;
}

/**
 * What this page knows of jokes by having changed them. The CDN keeps older answers for a while, so
 * whatever shows a joke lays these changes over it.
 */
export const useKnownChanges = create<KnownChanges>()(() => ({ tallies: {}, images: {} }));

/** Notes what a vote has made of a joke. */
export function noteTally(jokeId: number, { rating, num_votes }: Tally): void {
  useKnownChanges.setState(({ tallies }) => ({
    tallies: { ...tallies, [jokeId]: { rating, num_votes } },
  }));
}

/** Takes the note back. */
export function forgetTally(jokeId: number): void {
  useKnownChanges.setState(({ tallies }) => {
    const { [jokeId]: _forgotten, ...rest } = tallies;
    return { tallies: rest };
  });
}

/** Notes the address of a joke's new picture. */
export function noteImage(jokeId: number, imageUrl: string): void {
  useKnownChanges.setState(({ images }) => ({ images: { ...images, [jokeId]: imageUrl } }));
}

/** A joke as it came in, with the changes that are known to be later. */
export function withKnownChanges(joke: Joke, { tallies, images }: KnownChanges): Joke {
  const tally = tallies[joke.joke_id];
  return {
    ...joke,
    ...(tally && laterTally(tally, joke)),
    image_url: images[joke.joke_id] ?? joke.image_url,
  };
}

/** The same as it changes. */
export function useLatestJoke(joke: Joke): Joke {
  const changes = useKnownChanges();
  return withKnownChanges(joke, changes);
}
