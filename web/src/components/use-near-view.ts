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
    const observe = (init: IntersectionObserverInit) => {
      const observer = new IntersectionObserver((entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      }, init);
      observer.observe(current);
      return () => observer.disconnect();
    };
    let stop = observe({ threshold: SEEN });
    const onScroll = () => {
      stop();
      stop = observe({ rootMargin: `${NEAR_PX}px` });
    };
    addEventListener('scroll', onScroll, { once: true, passive: true });
    return () => {
      removeEventListener('scroll', onScroll);
      stop();
    };
  }, [element, near]);
  return near;
}
