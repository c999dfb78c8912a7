import type { Joke } from 'functions/contract';
import { broadside } from 'functions/domain';
import { useMemo, type ReactNode } from 'react';
import { Broadside } from '../ui/broadside.tsx';
import { LargeJoke } from '../ui/large-joke.tsx';
import { AdminImageButton, JokeImage } from './joke-image.tsx';
import { JokeRating } from './joke-rating.tsx';
import { JokeTags } from './joke-tags.tsx';
import { useLatestJoke } from './local-changes.ts';

interface SingleJokeProps {
  joke: Joke;
  /** shown above the text */
  heading?: ReactNode;
  /** whether administrators get a button that generates an image; only without one */
  generates?: boolean;
}

/** One joke in large type, as a broadside if it is short, with its rating, tags and image. */
export function SingleJoke({ joke: given, heading, generates = false }: SingleJokeProps) {
  const joke = useLatestJoke(given);
  const { joke_id: id, joke_text: text, image_url: image } = joke;
  const lines = useMemo(() => broadside(text), [text]);
  return (
    <article aria-label={`Fact no. ${id}`}>
      <LargeJoke
        text={text}
        content={lines && <Broadside key={text} lines={lines} />}
        heading={heading}
        image={
          image === null ? undefined : (
            <JokeImage
              key={id}
              joke={joke}
              sizes="(min-width: 64rem) 320px, (min-width: 36rem) 33vw, calc(100vw - 32px)"
              lazy={false}
            />
          )
        }
      >
        <div>
          <JokeRating key={`rating-${id}`} joke={joke} alone />
          <JokeTags tags={joke.tags} />
        </div>
        {generates && image === null && <AdminImageButton key={`image-${id}`} joke={joke} />}
      </LargeJoke>
    </article>
  );
}
