import { useEffectEvent, useLayoutEffect, useRef, type ReactNode, type RefObject } from 'react';
import styles from './large-joke.module.css';
import { lengthOf } from './text-length.ts';
import { useHydrated } from './use-hydrated.ts';

/** Duration of the animation for a text of any length. */
const TYPESETTING_MS = 240;

/**
 * Reveals a text line by line, as type is set, whenever it changes. With reduced motion, or if the
 * page came with the text, it appears immediately.
 * @returns a ref for the element that contains only the text
 */
function useTypesetting(text: string, isAtOnce: boolean): RefObject<HTMLParagraphElement | null> {
  const element = useRef<HTMLParagraphElement>(null);
  const hydrated = useHydrated();
  const set = useEffectEvent(() => {
    const { current } = element;
    if (!hydrated || isAtOnce || current === null) return undefined;
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

interface LargeJokeProps {
  text: string;
  /** the same text as elements, to show instead */
  content?: ReactNode;
  /** shown above the text, such as the joke's number */
  heading?: ReactNode;
  /** a `ResponsiveImage`, if the joke has one */
  image?: ReactNode;
  /** True to show a new text without an animation. */
  atOnce?: boolean;
  /** shown below the text */
  children?: ReactNode;
}

/** One joke in large type, and its image below it or, on wide screens, beside it. */
export function LargeJoke(props: LargeJokeProps) {
  const { text, content, heading, image, atOnce = false, children } = props;
  const element = useTypesetting(text, atOnce);
  return (
    <div className={`${styles.large} stack`}>
      <div className={`${styles.words} stack`}>
        {heading}
        {/* The same element for every joke, so that screen readers announce a new text. */}
        <p
          className={`${styles.text} joke-text`}
          dir="auto"
          aria-live="polite"
          aria-atomic="true"
          data-length={lengthOf(text)}
          ref={element}
        >
          {content ?? text}
        </p>
        {children}
      </div>
      {image !== undefined && <div className={styles.picture}>{image}</div>}
    </div>
  );
}
