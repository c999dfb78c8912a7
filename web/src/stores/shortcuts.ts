import { useEffect, useEffectEvent } from 'react';
import { oneOf, storedValue } from './stored-value.ts';

const shortcuts = storedValue('queueShortcuts', oneOf('on', 'off'), 'on');

/** Whether single-key shortcuts are on (WCAG 2.1.4), stored in the browser. */
export function useShortcutSetting(): boolean {
  return shortcuts.use() === 'on';
}

/** Switches the shortcuts on or off in this browser. */
export function setShortcuts(on: boolean): void {
  shortcuts.save(on ? 'on' : 'off');
}

const TYPING = 'input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]';

/**
 * The character of a key that is a shortcut, in lower case; undefined for a key that is held down,
 * pressed with a modifier or while typing, or handled already.
 */
export function shortcutOf(event: KeyboardEvent): string | undefined {
  const { key, repeat, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented, target } = event;
  // A question mark or slash needs Shift on many keyboards.
  const modified = altKey || ctrlKey || metaKey || (shiftKey && !'?/'.includes(key));
  if (repeat || modified || defaultPrevented || key.length !== 1) return undefined;
  if (target instanceof Element && target.matches(TYPING)) return undefined;
  return key.toLowerCase();
}

/** Calls `onKey` with each shortcut's character, unless shortcuts are off or a dialog is open. */
export function useShortcuts(onKey: (key: string) => boolean): void {
  const on = useShortcutSetting();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = document.querySelector('dialog:modal') ? undefined : shortcutOf(event);
    if (key !== undefined && onKey(key)) event.preventDefault();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
