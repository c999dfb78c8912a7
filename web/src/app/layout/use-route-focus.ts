import { useEffect, useRef, type RefObject } from 'react';
import { useLocation } from 'react-router-dom';

/**
 * Moves the focus to the new screen's heading whenever the path changes, so that screen readers
 * announce it. The first screen does not move the focus.
 *
 * @returns a ref for the element that contains the screens
 */
export function useRouteFocus(): RefObject<HTMLElement | null> {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const focused = useRef(pathname);
  useEffect(() => {
    if (focused.current === pathname) return;
    focused.current = pathname;
    main.current?.querySelector('h1')?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}
