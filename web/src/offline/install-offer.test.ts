// @module-tag U6
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { dismissSuggestion, suggestInstalling, useSuggestion } from './install-offer.ts';

const CHROME = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0' };
const IPHONE = { userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X)' };
const IPAD = { userAgent: 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7)', maxTouchPoints: 5 };
const MAC = { ...IPAD, maxTouchPoints: 0 };

let page = new EventTarget();
const suggestion = () => useSuggestion.getState().now;

function openPage(navigator: object = CHROME, isApp = false): void {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('matchMedia', () => ({ matches: isApp }));
  suggestInstalling();
}

/** What a Chromium-based browser sends. */
function offer(): Event {
  const sent = new Event('beforeinstallprompt', { cancelable: true });
  page.dispatchEvent(sent);
  return sent;
}

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useSuggestion.setState({ now: undefined });
});

test('the installation is suggested 3 s after the browser’s offer, until the site is installed another way', () => {
  openPage();
  const sent = offer();
  expect(sent.defaultPrevented).toBe(true);
  vi.advanceTimersByTime(2_999);
  expect(suggestion()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(suggestion()).toBe(sent);
  page.dispatchEvent(new Event('appinstalled'));
  expect(suggestion()).toBeUndefined();
});

test.each([
  ['an iPhone: manual steps', IPHONE, 'manually'],
  ['an iPad: manual steps', IPAD, 'manually'],
  ['a Mac: nothing', MAC, undefined],
])('after 5 s without an offer, on %s', (_what, navigator, shown) => {
  openPage(navigator);
  vi.advanceTimersByTime(4_999);
  expect(suggestion()).toBeUndefined();
  vi.advanceTimersByTime(1);
  expect(suggestion()).toBe(shown);
});

test('a dismissal lasts for the session, on every page of it', () => {
  openPage();
  offer();
  vi.advanceTimersByTime(3_000);
  dismissSuggestion();
  expect(suggestion()).toBeUndefined();
  openPage();
  offer();
  vi.advanceTimersByTime(3_000);
  expect(suggestion()).toBeUndefined();
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  openPage();
  offer();
  vi.advanceTimersByTime(3_000);
  expect(suggestion()).toBeDefined();
});

test.each([
  ['as an app', CHROME, true],
  ['from the home screen of an iPhone', { ...IPHONE, standalone: true }, false],
])('nothing is suggested if the site runs %s', (_what, navigator, isApp) => {
  openPage(navigator, isApp);
  offer();
  vi.advanceTimersByTime(5_000);
  expect(suggestion()).toBeUndefined();
});
