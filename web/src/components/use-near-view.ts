import { useEffect, useState, type RefObject } from 'react';

/** How far below or above the visible part something is near, in pixels; browsers' own lazy loading takes thousands. */
const NEAR_PX = 200;
/** The part of it that has to be seen: for a sliver at the edge no picture is loaded. */
const SEEN = 0.1;

/**
 * Whether an element has come into the visible part of the page or, once the reader scrolls, near
 * it. Who has just come may well not scroll.
 * @param atOnce true where that is not waited for
 */
export function useNearView(element: RefObject<Element | null>, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    const { current } = element;
    if (near || current === null) return;
    const observe = (part: number, margin: number) => {
      const observer = new IntersectionObserver(
        (entries) => {
          // Browsers do not agree on whether less than the threshold intersects.
          const isNear = ({ isIntersecting, intersectionRatio }: IntersectionObserverEntry) =>
            isIntersecting && intersectionRatio >= part;
          if (entries.some(isNear)) setNear(true);
        },
        { threshold: part, rootMargin: `${margin}px` },
      );
      observer.observe(current);
      return () => observer.disconnect();
    };
    let stop = observe(SEEN, 0);
    const onScroll = () => {
      stop();
      stop = observe(0, NEAR_PX);
    };
    addEventListener('scroll', onScroll, { once: true, passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      stop();
    };
  }, [element, near]);
  return near;
}
