import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useSwipe } from '../../../components/use-swipe.ts';
import { useShortcutSetting } from '../../../stores/shortcuts.ts';

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
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  useSwipe(area, (direction) => {
    if (direction === 'left') gestures.onAnother();
  });
}
