import type { Joke } from 'functions/contract';
import { AdminImageButton } from '../admin-image-button.tsx';
import { JokeImage } from '../joke-image.tsx';
import { JokeRating } from '../joke-rating.tsx';
import { useLatestJoke } from '../local-changes.ts';
import './single-joke.css';
import { useTypesetting } from './use-typesetting.ts';

/** The length class of a text, which sets its font size so that it fits on one screen. */
function lengthOf({ length }: string): 'short' | 'medium' | 'long' | 'longest' {
  if (length <= 80) return 'short';
  if (length <= 140) return 'medium';
  return length <= 260 ? 'long' : 'longest';
}

/** One joke in large type, its image beside or below it, and its rating. */
export function SingleJoke({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const hasImage = joke.image_url !== null;
  const text = useTypesetting(joke.joke_text);
  return (
    <article className="single-joke" aria-label={`Fact no. ${joke.joke_id}`}>
      <div className="single-stage">
        {/* The same element for every joke, so that screen readers announce a new text. */}
        <p
          className="single-text"
          aria-live="polite"
          data-length={lengthOf(joke.joke_text)}
          ref={text}
        >
          {joke.joke_text}
        </p>
        {hasImage && (
          <div className="single-image">
            <JokeImage
              key={joke.joke_id}
              joke={joke}
              sizes="(min-width: 480px) 420px, calc(100vw - 32px)"
              lazy={false}
            />
          </div>
        )}
      </div>
      <JokeRating key={`rating-${joke.joke_id}`} joke={joke} />
      {!hasImage && <AdminImageButton key={`image-${joke.joke_id}`} joke={joke} />}
    </article>
  );
}
