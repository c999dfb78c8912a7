import type { Joke } from 'functions/contract';
import { AdminImageButton } from '../admin-image-button.tsx';
import { JokePicture } from '../joke-picture.tsx';
import { JokeRating } from '../joke-rating.tsx';
import { useLatestJoke } from '../known-changes.ts';
import './random-fact.css';

/** Characters beyond which a fact is set smaller, so that it stays on one screen. */
const LONG = 160;

/** One fact as large as it fits, its picture beside or below it, and its rating. */
export function RandomFact({ joke: given }: { joke: Joke }) {
  const joke = useLatestJoke(given);
  const pictured = joke.image_url !== null;
  return (
    <article className="random-fact" aria-label={`Fact no. ${joke.joke_id}`}>
      <div className="random-stage">
        {/* The same element for every fact: a change of its text is read out. */}
        <p className="random-text" aria-live="polite" data-long={joke.joke_text.length > LONG}>
          {joke.joke_text}
        </p>
        {pictured && (
          <div className="random-picture">
            <JokePicture
              key={joke.joke_id}
              joke={joke}
              sizes="(min-width: 480px) 420px, calc(100vw - 32px)"
              lazy={false}
            />
          </div>
        )}
      </div>
      <JokeRating key={joke.joke_id} joke={joke} />
      {!pictured && <AdminImageButton key={joke.joke_id} joke={joke} />}
    </article>
  );
}
