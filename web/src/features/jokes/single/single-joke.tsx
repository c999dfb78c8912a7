import type { Joke } from 'functions/contract';
import { useEffectEvent, useLayoutEffect, useRef, type RefObject } from 'react';
import { Link } from 'react-router-dom';
import { useHydrated } from '../../../components/use-hydrated.ts';
import { jokePath } from '../../../paths.ts';
import { AdminImageButton, JokeImage } from '../joke-image.tsx';
import { JokeRating } from '../joke-rating.tsx';
import { useLatestJoke } from '../local-changes.ts';
import '../joke-words.css';
import './single-joke.css';

/** Duration of the animation for a text of any length. */
const TYPESETTING_MS = 240;

/**
 * Reveals a text line by line, as type is set, whenever it changes. With reduced motion, or if the
 * page came with the text, it appears immediately.
 * @returns a ref for the element that contains only the text
 */
function useTypesetting(text: string): RefObject<HTMLParagraphElement | null> {
  const element = useRef<HTMLParagraphElement>(null);
  const hydrated = useHydrated();
  const set = useEffectEvent(() => {
    const { current } = element;
    if (!hydrated || current === null) return undefined;
    if (window.matchMedia('(prefers-reduced-motion: reduce)').matches) return undefined;
    const lines = Math.round(
      current.clientHeight / Number.parseFloat(getComputedStyle(current).lineHeight),
    );
    const setting = current.animate(
      // Extends the other edges, because letters can reach beyond their line.
      [{ clipPath: 'inset(-1em -1em 100%)' }, { clipPath: 'inset(-1em -1em 0)' }],
      { duration: TYPESETTING_MS, easing: `steps(${lines})` },
    );
    return () => setting.cancel();
  });
  useLayoutEffect(() => set(), [text]);
  return element;
}

/** About the number of characters on a line, which is what a line break takes up. */
const LINE_LENGTH = 25;

/** The length class of a text, which sets its font size so that it fits on one screen. */
function lengthOf(text: string): 'short' | 'medium' | 'long' | 'longest' {
  const length = text.length + LINE_LENGTH * (text.split('\n').length - 1);
  if (length <= 80) return 'short';
  if (length <= 140) return 'medium';
  return length <= 260 ? 'long' : 'longest';
}

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
  const text = useTypesetting(joke.joke_text);
  return (
    <article className="single-joke" aria-label={`Fact no. ${joke.joke_id}`}>
      <div className="single-stage">
        <div className="single-words">
          {linked && (
            <h2 className="joke-number">
              <Link to={jokePath(joke.joke_id)}>
                Fact no. <span className="joke-id">{joke.joke_id}</span>
              </Link>
            </h2>
          )}
          {/* The same element for every joke, so that screen readers announce a new text. */}
          <p
            className="joke-text single-text"
            aria-live="polite"
            data-length={lengthOf(joke.joke_text)}
            ref={text}
          >
            {joke.joke_text}
          </p>
        </div>
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
