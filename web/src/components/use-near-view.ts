import { useEffect, useState, type RefObject } from 'react';

/** How far below or above the visible part something is near, in pixels; browsers' own lazy loading takes thousands. */
const NEAR_PX = 200;

/**
 * Whether an element has come near the visible part of the page.
 * @param atOnce true where that is not waited for
 */
export function useNearView(element: RefObject<Element | null>, atOnce: boolean): boolean {
  const [near, setNear] = useState(atOnce);
  useEffect(() => {
    if (near || element.current === null) return;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: `${NEAR_PX}px` },
    );
    observer.observe(element.current);
    return () => observer.disconnect();
  }, [element, near]);
  return near;
}
