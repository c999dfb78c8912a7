import { useEffect, useEffectEvent, type RefObject } from 'react';

/** Minimum length of a swipe in pixels; it must also be at least twice as wide as high. */
const SWIPE_PX = 60;

/** A swipe that starts so near to the window's sides, in pixels, is the browser's: Back or Forward. */
const SIDE_PX = 24;

export type SwipeDirection = 'left' | 'right';

function directionOf(from: Touch, to: Touch): SwipeDirection | undefined {
  if (from.clientX < SIDE_PX || from.clientX > innerWidth - SIDE_PX) return undefined;
  // On a zoomed page, fingers pan the page.
  if (visualViewport !== null && visualViewport.scale > 1) return undefined;
  const across = to.clientX - from.clientX;
  const isSwipe = Math.abs(across) >= Math.max(SWIPE_PX, 2 * Math.abs(from.clientY - to.clientY));
  if (!isSwipe) return undefined;
  return across < 0 ? 'left' : 'right';
}

/** Calls back when a finger swipes across the area, outside its dialogs and text fields. */
export function useSwipe(
  area: RefObject<HTMLElement | null>,
  onSwipe: (direction: SwipeDirection) => void,
): void {
  const swiped = useEffectEvent(onSwipe);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    let start: Touch | undefined;
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      const isElsewhere = target instanceof Element && target.closest('dialog, textarea') !== null;
      start = touches.length === 1 && !isElsewhere ? touches[0] : undefined;
    };
    const onTouchEnd = ({ changedTouches: [end] }: TouchEvent) => {
      const direction = start && end && directionOf(start, end);
      start = undefined;
      if (direction) swiped(direction);
    };
    area.current?.addEventListener('touchstart', onTouchStart, options);
    area.current?.addEventListener('touchend', onTouchEnd, options);
    return () => listening.abort();
  }, [area]);
}
