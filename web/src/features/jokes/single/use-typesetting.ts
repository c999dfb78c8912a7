import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Duration of the animation for a text of any length. */
const DURATION_MS = 240;

/**
 * Reveals a text line by line, as type is set, whenever it changes. With reduced motion, the text
 * appears immediately.
 * @returns a ref for the element that contains only the text
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
      // Extends the other edges, because letters can reach beyond their line.
      [{ clipPath: 'inset(-1em -1em 100%)' }, { clipPath: 'inset(-1em -1em 0)' }],
      { duration: DURATION_MS, easing: `steps(${lines})` },
    );
    return () => setting.cancel();
  }, [text]);
  return element;
}
