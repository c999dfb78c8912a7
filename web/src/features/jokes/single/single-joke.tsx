import type { Joke } from 'functions/contract';
import { Link } from 'react-router-dom';
import { LargeJoke } from '../../../ui/large-joke.tsx';
import { jokePath } from '../../../paths.ts';
import { JokeTags } from '../joke-filter.tsx';
import { AdminImageButton, JokeImage } from '../joke-image.tsx';
import { JokeRating } from '../joke-rating.tsx';
import { useLatestJoke } from '../local-changes.ts';
import './single-joke.css';

interface SingleJokeProps {
  joke: Joke;
  /** whether to show the joke's number with a link to its own page */
  linked?: boolean;
}

/**
 * One joke in large type, its image beside or below it, and its rating. The image takes the space
 * that remains in the window.
 */
export function SingleJoke({ joke: given, linked = false }: SingleJokeProps) {
  const joke = useLatestJoke(given);
  const hasImage = joke.image_url !== null;
  return (
    <article className="single-joke" aria-label={`Fact no. ${joke.joke_id}`}>
      <LargeJoke
        text={joke.joke_text}
        heading={
          <div className="single-joke-head">
            {linked && (
              <h2 className="joke-number">
                <Link to={jokePath(joke.joke_id)}>Fact no. {joke.joke_id}</Link>
              </h2>
            )}
            <JokeTags tags={joke.tags} />
          </div>
        }
        image={
          hasImage ? (
            <JokeImage
              key={joke.joke_id}
              joke={joke}
              sizes="(min-width: 480px) 420px, calc(100vw - 32px)"
              lazy={false}
            />
          ) : undefined
        }
      />
      <JokeRating key={`rating-${joke.joke_id}`} joke={joke} />
      {!hasImage && <AdminImageButton key={`image-${joke.joke_id}`} joke={joke} />}
    </article>
  );
}
