import type { Joke } from 'functions/contract';
import { ResponsiveImage } from '../../components/responsive-image.tsx';
import { useLatestJoke } from './local-changes.ts';

interface JokeImageProps {
  joke: Joke;
  /** its rendered width, in the syntax of the `sizes` attribute */
  sizes: string;
  /** True to load it only when it is near the viewport. */
  lazy?: boolean;
}

/** A joke's image, if it has one. */
export function JokeImage({ joke: given, ...rest }: JokeImageProps) {
  const joke = useLatestJoke(given);
  if (joke.image_url === null) return null;
  return (
    <ResponsiveImage
      imageUrl={joke.image_url}
      alt={`Illustration of fact no. ${joke.joke_id}`}
      {...rest}
    />
  );
}
