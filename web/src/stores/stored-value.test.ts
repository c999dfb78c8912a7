import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { followStoredValues, json, oneOf, storedValue, text } from './stored-value.ts';

let storage = new MemoryStorage();
let page = new EventTarget();

/** What another tab does. */
function changeElsewhere(key: string | null, stored: string | null): void {
  if (key === null) storage.items.clear();
  else if (stored !== null) storage.items.set(key, stored);
  page.dispatchEvent(Object.assign(new Event('storage'), { key }));
}

beforeEach(() => {
  storage = new MemoryStorage();
  page = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('window', page);
});
afterEach(() => vi.unstubAllGlobals());

const isNumber = (content: unknown) => (typeof content === 'number' ? content : undefined);

test('a value is stored as its schema says, but not its default', () => {
  const theme = storedValue<'light' | 'dark'>('theme', oneOf('light', 'dark'), 'light');
  expect(theme.save('dark')).toBe(true);
  storedValue<string>('draft', text, '').save('Dark');
  storedValue('count', json(isNumber), 0).save(5);
  expect(Object.fromEntries(storage.items)).toEqual({ draft: 'Dark', theme: 'dark', count: '5' });
  theme.save('light');
  expect(storage.items.has('theme')).toBe(false);
});

test.each(['', '{', '"5"', 'null'])(
  'instead of what it can’t read, %j, there is the default',
  (stored) => {
    storage.items.set('count', stored);
    expect(storedValue('count', json(isNumber), 7).latest()).toBe(7);
  },
);

test(
  'stored values are loaded when they are followed, or their script is, and again when another tab changes them',
  { tags: 'U13' },
  () => {
    storage.items.set('count', '5');
    const count = storedValue('count', json(isNumber), 0);
    followStoredValues();
    expect(count.use.getState()).toBe(5);
    changeElsewhere('count', '6');
    expect(count.use.getState()).toBe(6);
    changeElsewhere(null, null);
    expect(count.use.getState()).toBe(0);
    // As by a script that loads later.
    storage.items.set('late', '7');
    expect(storedValue('late', json(isNumber), 0).use.getState()).toBe(7);
    // As after the back/forward cache.
    storage.items.set('count', '8');
    page.dispatchEvent(new Event('pageshow'));
    expect(count.use.getState()).toBe(8);
  },
);

test.each([
  ['blocked', () => vi.stubGlobal('localStorage', undefined)],
  ['full', () => (storage.full = true)],
])('a value lasts as long as the page if storage is %s, and says so', (_what, fail) => {
  const count = storedValue('count', json(isNumber), 0);
  count.save(4);
  expect(count.isStored()).toBe(true);
  fail();
  expect(count.save(5)).toBe(false);
  followStoredValues();
  expect([count.use.getState(), count.latest(), count.isStored()]).toEqual([5, 5, false]);
});
