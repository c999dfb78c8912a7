import type { Joke } from 'functions/contract';
import { Picture } from '../../components/picture.tsx';
import { useLatestJoke } from './known-changes.ts';

interface JokePictureProps {
  joke: Joke;
  /** how wide it is drawn, as in the attribute `sizes` */
  sizes: string;
  /** Loads it only when it comes near the visible part of the page. */
  lazy?: boolean;
}

/** The picture of a fact, where it has one. */
export function JokePicture({ joke: given, ...rest }: JokePictureProps) {
  const joke = useLatestJoke(given);
  if (joke.image_url === null) return null;
  return (
    <Picture imageUrl={joke.image_url} alt={`Illustration of fact no. ${joke.joke_id}`} {...rest} />
  );
}
