import { useEffect, useState, type RefObject } from 'react';

/** Distance from the viewport that counts as near, in pixels; browsers' own lazy loading uses thousands. */
const NEAR_PX = 200;
/** The part of the element that must be visible, so that a sliver at the edge loads no image. */
const SEEN = 0.1;

/**
 * Whether an element has entered the viewport or, after the reader has scrolled, come near it.
 * Before that, images outside the viewport may never be needed.
 * @param atOnce true to return true immediately
 */
export function useNearView(element: RefObject<Element | null>, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    const { current } = element;
    if (near || current === null) return;
    const observe = (part: number, margin: number) => {
      const observer = new IntersectionObserver(
        (entries) => {
          // Browsers differ on whether less than the threshold counts as intersecting.
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
