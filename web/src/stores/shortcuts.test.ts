// @module-tag U17
import { afterEach, expect, test, vi } from 'vitest';
import { characterOf, shortcutOf } from './shortcuts.ts';

/** The key presses of each layout: what they mean, the key, its place on a US keyboard, and whether with Shift. */
const PRESSES: Readonly<Record<string, readonly [string | undefined, string, string, boolean][]>> =
  {
    US: [
      ['1', '1', 'Digit1', false],
      [undefined, '!', 'Digit1', true],
      ['7', '7', 'Numpad7', false],
      [undefined, 'Home', 'Numpad7', false],
      ['a', 'a', 'KeyA', false],
      [undefined, 'A', 'KeyA', true],
      ['?', '?', 'Slash', true],
      ['/', '/', 'Slash', false],
      [undefined, ';', 'Semicolon', false],
    ],
    'US with Caps Lock': [['a', 'A', 'KeyA', false]],
    French: [
      ['1', '&', 'Digit1', false],
      ['1', '1', 'Digit1', true],
      ['2', 'é', 'Digit2', false],
      ['a', 'a', 'KeyQ', false],
      ['?', '?', 'KeyM', true],
      ['/', '/', 'Period', true],
    ],
    Czech: [
      ['1', '+', 'Digit1', false],
      ['2', 'ě', 'Digit2', false],
      ['5', '5', 'Digit5', true],
      ['?', '?', 'Comma', true],
    ],
    Russian: [
      ['a', 'ф', 'KeyA', false],
      ['?', '?', 'Digit7', true],
      ['1', '1', 'Digit1', false],
      [undefined, 'ж', 'Semicolon', false],
    ],
  };

test.each(Object.entries(PRESSES))('a key means the same on a keyboard: %s', (_, presses) => {
  for (const [meant, key, code, shiftKey] of presses) {
    expect(characterOf({ key, code, shiftKey }), `${key} at ${code}`).toBe(meant);
  }
});

/** An element, as far as shortcuts look at it. */
class Target extends EventTarget {
  readonly #isField: boolean;
  constructor(isField: boolean) {
    super();
    this.#isField = isField;
  }
  matches(): boolean {
    return this.#isField;
  }
}

afterEach(() => vi.unstubAllGlobals());

test('a key is no shortcut while it is held down, pressed with a modifier, typed into a field or handled already', () => {
  vi.stubGlobal('Element', Target);
  const key = {
    key: '5',
    code: 'Digit5',
    target: new Target(false),
    shiftKey: false,
    repeat: false,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    defaultPrevented: false,
  };
  expect(shortcutOf(key)).toBe('5');
  for (const other of ['repeat', 'altKey', 'ctrlKey', 'metaKey', 'defaultPrevented']) {
    expect(shortcutOf({ ...key, [other]: true }), other).toBeUndefined();
  }
  expect(shortcutOf({ ...key, target: new Target(true) })).toBeUndefined();
});
