import { useEffect, useLayoutEffect, useRef } from 'react';
import { NavigationType, useLocation, useNavigationType } from 'react-router-dom';

const USER_SCROLLS = ['wheel', 'touchstart', 'keydown', 'pointerdown'] as const;

/**
 * Scrolls to `top` pixels as soon as the page is tall enough, because its content may still be
 * loading. Stops when the visitor scrolls.
 * @returns a function that cancels it
 */
function scrollDownTo(top: number): () => void {
  const root = document.documentElement;
  const waiting = new AbortController();
  const { signal } = waiting;
  const stop = () => waiting.abort();
  const observer = new ResizeObserver(() => {
    window.scrollTo(0, top);
    if (root.scrollHeight - root.clientHeight >= top) stop();
  });
  window.scrollTo(0, top);
  observer.observe(document.body);
  signal.addEventListener('abort', () => observer.disconnect());
  for (const event of USER_SCROLLS) {
    window.addEventListener(event, stop, { signal, passive: true });
  }
  return stop;
}

/**
 * Scrolls as a browser does between documents: a new screen starts at the top, Back and Forward
 * restore the position. If only the query changes, scrolling is left to the screen.
 */
export function useScrollMemory(): void {
  const { key, pathname } = useLocation();
  const type = useNavigationType();
  const positions = useRef(new Map<string, number>());
  const before = useRef({ key, pathname });

  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    const remember = () => {
      // Until the next screen renders, the browser may scroll the current one.
      const { key: shown = 'default' }: { key?: unknown } = { ...window.history.state };
      if (shown === key) positions.current.set(key, window.scrollY);
    };
    window.addEventListener('scroll', remember, { signal, passive: true });
    // A link may be followed before the frame that reports the last scroll. To ask for the position costs a layout.
    const follow = ({ target }: Event) => {
      if (target instanceof Element && target.closest('a') !== null) remember();
    };
    window.addEventListener('click', follow, { signal, capture: true });
    // After a reload the browser restores the position.
    window.addEventListener('pagehide', () => (window.history.scrollRestoration = 'auto'), {
      signal,
    });
    return () => listening.abort();
  }, [key]);

  useLayoutEffect(() => {
    const { key: keyBefore, pathname: pathBefore } = before.current;
    before.current = { key, pathname };
    if (keyBefore === key) return;
    window.history.scrollRestoration = 'manual';
    if (type === NavigationType.Pop) return scrollDownTo(positions.current.get(key) ?? 0);
    if (pathBefore !== pathname) window.scrollTo(0, 0);
  }, [key, pathname, type]);
}
