import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';
import { scrollDownTo } from './scroll-down-to.ts';

/**
 * Scrolls as a browser does between documents: a new screen starts at the top, Back and Forward
 * restore the position. If only the query changes, scrolling is left to the screen.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const current = useRef({ key, pathname });
  const leaving = useRef(false);

  useEffect(() => {
    const remember = () => {
      if (!leaving.current) positions.current.set(current.current.key, window.scrollY);
    };
    // Until the next screen renders, the browser may scroll the current one.
    const leave = () => (leaving.current = true);
    // After a reload the browser restores the position.
    const handOver = () => (window.history.scrollRestoration = 'auto');
    window.addEventListener('scroll', remember, { passive: true });
    window.addEventListener('popstate', leave);
    window.addEventListener('pagehide', handOver);
    return () => {
      window.removeEventListener('scroll', remember);
      window.removeEventListener('popstate', leave);
      window.removeEventListener('pagehide', handOver);
    };
  }, []);

  useLayoutEffect(() => {
    const before = current.current;
    current.current = { key, pathname };
    leaving.current = false;
    if (before.key === key) return;
    window.history.scrollRestoration = 'manual';
    if (type === NavigationType.Pop) return scrollDownTo(positions.current.get(key) ?? 0);
    if (before.pathname !== pathname) window.scrollTo(0, 0);
  }, [key, pathname, type]);
}
