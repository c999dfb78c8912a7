import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Minimum length of a swipe in pixels; it must also be at least twice as wide as high. */
const SWIPE_PX = 60;

const CONTROLS = 'a, button, input, textarea, select, summary, [contenteditable], [role=dialog]';

function isOnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

function isSwipe(from: Touch, to: Touch): boolean {
  // On a zoomed page, fingers pan the page.
  if (visualViewport !== null && visualViewport.scale > 1) return false;
  const across = from.clientX - to.clientX;
  return across >= SWIPE_PX && across >= 2 * Math.abs(from.clientY - to.clientY);
}

/** Calls `onNext` on the space bar, unless a control has the focus, and on a swipe to the left over `area`. */
export function useNextGestures(area: RefObject<HTMLElement | null>, onNext: () => void): void {
  const next = useEffectEvent(onNext);
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let start: Touch | undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const modified = event.ctrlKey || event.altKey || event.metaKey || event.shiftKey;
      if (event.key !== ' ' || modified || event.repeat || isOnControl(event)) return;
      event.preventDefault();
      next();
    };
    window.addEventListener('keydown', onKeyDown, { signal });
    area.current?.addEventListener(
      'touchstart',
      ({ touches }) => (start = touches.length === 1 ? touches[0] : undefined),
      { signal, passive: true },
    );
    area.current?.addEventListener(
      'touchend',
      ({ changedTouches: [end] }) => {
        if (start !== undefined && end !== undefined && isSwipe(start, end)) next();
        start = undefined;
      },
      { signal, passive: true },
    );
    return () => listening.abort();
  }, [area]);
}
