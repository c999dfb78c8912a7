import { useEffect, useEffectEvent, type RefObject } from 'react';
import { useNavigate, type NavigateFunction } from 'react-router-dom';
import { shortcutOf, useShortcutSetting } from '../stores/shortcuts.ts';

type Modifiers = Pick<KeyboardEvent, 'ctrlKey' | 'altKey' | 'metaKey' | 'shiftKey'>;

/** Whether a key or click has another meaning, such as another tab. */
export function isModified({ ctrlKey, altKey, metaKey, shiftKey }: Modifiers): boolean {
  return ctrlKey || altKey || metaKey || shiftKey;
}

/** Elements that use these keys themselves; links and buttons, which a click focuses, do not. */
const CONTROLS = 'input, textarea, select, [contenteditable], dialog, [role=dialog]';

function isOnControl({ target }: Event): boolean {
  return target instanceof Element && target.closest(CONTROLS) !== null;
}

function goBack(navigate: NavigateFunction): void {
  const { idx }: { idx?: unknown } = { ...window.history.state };
  if (typeof idx === 'number' && idx > 0) void navigate(-1);
}

/** Minimum length of a swipe in pixels; it must also be at least twice as wide as high. */
const SWIPE_PX = 60;

/** A swipe that starts this near to the sides of the window, in pixels, is the browser's Back or Forward. */
const SIDE_PX = 24;

function isZoomed(): boolean {
  return visualViewport !== null && visualViewport.scale > 1;
}

function isSwipeLeft(from: Touch, to: Touch): boolean {
  if (from.clientX < SIDE_PX || from.clientX > innerWidth - SIDE_PX) return false;
  if (isZoomed()) return false;
  const way = from.clientX - to.clientX;
  return way >= Math.max(SWIPE_PX, 2 * Math.abs(from.clientY - to.clientY));
}

function useSwipeLeft(area: RefObject<HTMLElement | null>, onSwipe: () => void): void {
  const swiped = useEffectEvent(onSwipe);
  useEffect(() => {
    const listening = new AbortController();
    const options = { signal: listening.signal, passive: true };
    const element = area.current;
    const avoidBrowserGestures = () => {
      // The browser's own horizontal gestures would compete with a swipe.
      if (element) element.style.touchAction = isZoomed() ? 'auto' : 'pan-y pinch-zoom';
    };
    avoidBrowserGestures();
    visualViewport?.addEventListener('resize', avoidBrowserGestures, options);
    let start: Touch | undefined;
    const onTouchStart = ({ touches, target }: TouchEvent) => {
      const isElsewhere = target instanceof Element && target.closest('dialog') !== null;
      start = touches.length === 1 && !isElsewhere ? touches[0] : undefined;
    };
    const onTouchEnd = ({ changedTouches: [end] }: TouchEvent) => {
      const isSwipe = start && end && isSwipeLeft(start, end);
      start = undefined;
      if (isSwipe) swiped();
    };
    element?.addEventListener('touchstart', onTouchStart, options);
    element?.addEventListener('touchend', onTouchEnd, options);
    return () => listening.abort();
  }, [area]);
}

interface Gestures {
  /** the right arrow key, and a swipe to the left over the area */
  onAnother: () => void;
  /** the keys 1 to 5 */
  onRate: (stars: number) => void;
}

/**
 * The keys and swipes of a screen with one fact. The left arrow key goes back as the browser's button does, but
 * not to another site. The keys work unless something that uses them has the focus or the visitor has switched them off.
 */
export function useFactGestures(area: RefObject<HTMLElement | null>, gestures: Gestures): void {
  const shortcuts = useShortcutSetting();
  const navigate = useNavigate();
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!shortcuts || isOnControl(event)) return;
    const { onAnother, onRate } = gestures;
    const pressed = isModified(event) || event.repeat ? undefined : event.key;
    const shortcut = shortcutOf(event);
    if (pressed === 'ArrowRight') onAnother();
    else if (pressed === 'ArrowLeft') goBack(navigate);
    else if (shortcut && /[1-5]/.test(shortcut)) onRate(Number(shortcut));
    else return;
    event.preventDefault();
  });
  useEffect(() => {
    const listening = new AbortController();
    window.addEventListener('keydown', (event) => onKeyDown(event), { signal: listening.signal });
    return () => listening.abort();
  }, []);
  useSwipeLeft(area, gestures.onAnother);
}
