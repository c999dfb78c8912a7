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

const ARROWS = new Map([
  ['ArrowLeft', '←'],
  ['ArrowRight', '→'],
]);

/**
 * The digit, Latin letter, `?`, `/`, `←` or `→` that a key means, on any layout: French keyboards have digits behind
 * Shift, Greek ones have no Latin letters.
 */
export function characterOf({
  key,
  code,
  shiftKey,
}: Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>): string | undefined {
  if (/^[\d?/]$/.test(key)) return key;
  if (shiftKey) return undefined;
  if (key.length !== 1) return ARROWS.get(key);
  const digit = /^Digit(\d)$/.exec(code);
  if (digit) return digit[1];
  if (/^[a-z]$/i.test(key)) return key.toLowerCase();
  return /\p{L}/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() : undefined;
}

/**
 * The character of a key that is a shortcut; undefined for a key that is held down, pressed with a modifier or while
 * typing, or handled already.
 */
export function shortcutOf(
  event: Pick<
    KeyboardEvent,
    | 'key'
    | 'code'
    | 'shiftKey'
    | 'repeat'
    | 'altKey'
    | 'ctrlKey'
    | 'metaKey'
    | 'defaultPrevented'
    | 'target'
  >,
): string | undefined {
  const { repeat, altKey, ctrlKey, metaKey, defaultPrevented, target } = event;
  if (repeat || altKey || ctrlKey || metaKey || defaultPrevented) return undefined;
  if (target instanceof Element && target.matches(TYPING)) return undefined;
  return characterOf(event);
}

/** What each key does: in words, and the function that does it. */
export type Keys = Readonly<Record<string, readonly [meaning: string, press: () => void]>>;

/** Handles the keys of a screen, unless shortcuts are off or a dialog is open. */
export function useKeys(keys: Keys): void {
  const on = useShortcutSetting();
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const key = document.querySelector('dialog:modal') ? undefined : shortcutOf(event);
    const [, press] = keys[key ?? ''] ?? [];
    if (!press) return;
    event.preventDefault();
    press();
  });
  useEffect(() => {
    if (!on) return undefined;
    const listen = (event: KeyboardEvent) => handle(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [on]);
}
