import { useEffect, useEffectEvent, type RefObject } from 'react';

/** A swipe goes at least this far, in pixels, and twice as far sideways as up or down. */
const SWIPE_PX = 60;

const CONTROLS = 'a, button, input, textarea, select, summary, [contenteditable], [role=dialog]';

function isOnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

function isSwipe(from: Touch, to: Touch): boolean {
  // What a finger does on an enlarged page moves the page.
  if (visualViewport !== null && visualViewport.scale > 1) return false;
  const across = from.clientX - to.clientX;
  return across >= SWIPE_PX && across >= 2 * Math.abs(from.clientY - to.clientY);
}

/** Goes on at the space bar, unless it is meant for a control, and at a swipe to the left over `area`. */
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
