import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Milliseconds that setting a text takes, however long it is. */
const DURATION_MS = 240;

/**
 * Sets a text as type is set, line by line, whenever it changes; at once for those who have asked
 * for less motion.
 * @returns the reference for the element that holds nothing but the text
 */
export function useTypesetting(text: string): RefObject<HTMLParagraphElement | null> {
  const element = useRef<HTMLParagraphElement>(null);
  useLayoutEffect(() => {
    const { current } = element;
    if (current === null || window.matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    const lines = Math.round(
      current.clientHeight / Number.parseFloat(getComputedStyle(current).lineHeight),
    );
    const setting = current.animate(
      // Room at the other edges: letters reach out of their line.
      [{ clipPath: 'inset(-1em -1em 100%)' }, { clipPath: 'inset(-1em -1em 0)' }],
      { duration: DURATION_MS, easing: `steps(${lines})` },
    );
    return () => setting.cancel();
  }, [text]);
  return element;
}
