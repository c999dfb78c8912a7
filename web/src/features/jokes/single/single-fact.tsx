import type { Joke } from 'functions/contract';
import { AdminImageButton } from '../admin-image-button.tsx';
import { JokePicture } from '../joke-picture.tsx';
import { JokeRating } from '../joke-rating.tsx';
import { useLatestJoke } from '../known-changes.ts';
import './single-fact.css';
import { useTypesetting } from './use-typesetting.ts';

/** How large a fact is set, so that it stays on one screen: by the number of its characters. */
function lengthOf({ length }: string): 'short' | 'medium' | 'long' | 'longest' {
  if (length <= 80) return 'short';
  if (length <= 140) return 'medium';
  return length <= 260 ? 'long' : 'longest';
}

/** One fact as large as it fits, its picture beside or below it, and its rating. */
export function SingleFact({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const pictured = joke.image_url !== null;
  const text = useTypesetting(joke.joke_text);
  return (
    <article className="single-fact" aria-label={`Fact no. ${joke.joke_id}`}>
      <div className="single-stage">
        {/* The same element for every fact: a change of its text is read out. */}
        <p
          className="single-text"
          aria-live="polite"
          data-length={lengthOf(joke.joke_text)}
          ref={text}
        >
          {joke.joke_text}
        </p>
        {pictured && (
          <div className="single-picture">
            <JokePicture
              key={joke.joke_id}
              joke={joke}
              sizes="(min-width: 480px) 420px, calc(100vw - 32px)"
              lazy={false}
            />
          </div>
        )}
      </div>
      <JokeRating key={`rating-${joke.joke_id}`} joke={joke} />
      {!pictured && <AdminImageButton key={`image-${joke.joke_id}`} joke={joke} />}
    </article>
  );
}
