import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useShortcutSetting } from '../../../stores/shortcuts.ts';

/** Minimum length of a swipe in pixels; it must also be at least twice as wide as high. */
const SWIPE_PX = 60;

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/** Whether a key or click has another meaning, such as another tab. */
export function isModified({ ctrlKey, altKey, metaKey, shiftKey }: Modifiers): boolean {
  return ctrlKey || altKey || metaKey || shiftKey;
}

const CONTROLS =
  'a, button, input, textarea, select, summary, [contenteditable], dialog, [role=dialog]';

function isOnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

function isSwipe(from: Touch, to: Touch): boolean {
  // On a zoomed page, fingers pan the page.
  if (visualViewport !== null && visualViewport.scale > 1) return false;
  const across = from.clientX - to.clientX;
  return across >= SWIPE_PX && across >= 2 * Math.abs(from.clientY - to.clientY);
}

/** The fields of a joke that name its neighbors. */
export type Neighbor = 'previous_id' | 'next_id';

const NEIGHBORS = new Map<string, Neighbor>([
  ['ArrowLeft', 'previous_id'],
  ['ArrowRight', 'next_id'],
]);

interface Gestures {
  /** the space bar, and a swipe to the left over the area */
  onAnother: () => void;
  /** the arrow keys: the fact with the next lower or next higher number */
  onNeighbor: (neighbor: Neighbor) => void;
  /** the keys 1 to 5, if they rate the fact */
  onRate?: (stars: number) => void;
}

/**
 * What keys and swipes do where one fact is shown. The keys do it unless a control has the focus or
 * the visitor has switched single-key shortcuts off.
 */
export function useFactGestures(area: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const shortcuts = useShortcutSetting();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!shortcuts || isModified(event) || event.repeat || isOnControl(event)) return;
    const { onAnother, onNeighbor, onRate } = gestures;
    const neighbor = NEIGHBORS.get(event.key);
    if (event.key === ' ') onAnother();
    else if (neighbor) onNeighbor(neighbor);
    else if (onRate && /^[1-5]$/.test(event.key)) onRate(Number(event.key));
    else return;
    event.preventDefault();
  });
  const onSwipe = useEffectEvent(() => gestures.onAnother());
  useEffect(() => {
    const listening = new AbortController();
    const { signal } = listening;
    let start: Touch | undefined;
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      const isOnDialog = target instanceof Element && target.closest('dialog') !== null;
      start = touches.length === 1 && !isOnDialog ? touches[0] : undefined;
    };
    const onTouchEnd = ({ changedTouches: [end] }: TouchEvent) => {
      if (start !== undefined && end !== undefined && isSwipe(start, end)) onSwipe();
      start = undefined;
    };
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal });
    area.current?.addEventListener('touchstart', onTouchStart, { signal, passive: true });
    area.current?.addEventListener('touchend', onTouchEnd, { signal, passive: true });
    return () => listening.abort();
  }, [area]);
}
