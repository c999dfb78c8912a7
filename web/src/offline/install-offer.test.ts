// @module-tag U6
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { followPresses } from './calm.ts';
import { dismissSuggestion, suggestInstalling, useSuggestion } from './install-offer.ts';

const CHROME = { userAgent: 'Mozilla/5.0 (Linux; Android 15) Chrome/142.0.0.0' };
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)';
const SAFARI = 'Version/18.5 Mobile/15E148 Safari/604.1';
const onIphone = (browser: string) => ({
  userAgent: `Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) ${APPLE} ${browser}`,
});
const IPAD = {
  userAgent: `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} ${SAFARI}`,
  maxTouchPoints: 5,
};
const MAC = { ...IPAD, maxTouchPoints: 0 };

let page = new EventTarget();
let isDialogOpen = false;
const suggestion = () => useSuggestion.getState().now;

function openPage(navigator: object = CHROME, isApp = false): void {
  page = new EventTarget();
  vi.stubGlobal('window', page);
  vi.stubGlobal('navigator', navigator);
  vi.stubGlobal('matchMedia', () => ({ matches: isApp }));
  vi.stubGlobal('document', { querySelector: () => (isDialogOpen ? {} : null) });
  suggestInstalling();
}

/** What a Chromium-based browser sends. */
function offer(): Event {
  const sent = new Event('beforeinstallprompt', { cancelable: true });
  page.dispatchEvent(sent);
  return sent;
}

beforeEach(() => {
  isDialogOpen = false;
  vi.useFakeTimers();
  vi.stubGlobal('sessionStorage', new MemoryStorage());
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  useSuggestion.setState({ now: undefined });
});

test('the installation is suggested 3 s after the browser’s offer, until the site is installed another way', async () => {
  openPage();
  const sent = offer();
  expect(sent.defaultPrevented).toBe(true);
  await vi.advanceTimersByTimeAsync(2_999);
  expect(suggestion()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(suggestion()).toBe(sent);
  page.dispatchEvent(new Event('appinstalled'));
  expect(suggestion()).toBeUndefined();
});

test.each([
  ['an iPhone: manual steps', onIphone(SAFARI), 'manually'],
  [
    'Chrome of an iPhone: manual steps',
    onIphone('CriOS/138.0 Mobile/15E148 Safari/604.1'),
    'manually',
  ],
  ['an app’s built-in browser: nothing', onIphone('Mobile/15E148'), undefined],
  ['an app of Meta: nothing', onIphone('Mobile/15E148 [FBAN/FBIOS;FBAV/465.0]'), undefined],
  [
    'Google’s app, which calls itself Safari: nothing',
    onIphone('GSA/300.0 Mobile/15E148 Safari/604.1'),
    undefined,
  ],
  ['an iPad: manual steps', IPAD, 'manually'],
  ['a Mac: nothing', MAC, undefined],
])('after 5 s without an offer, on %s', async (_what, navigator, shown) => {
  openPage(navigator);
  await vi.advanceTimersByTimeAsync(4_999);
  expect(suggestion()).toBeUndefined();
  await vi.advanceTimersByTimeAsync(1);
  expect(suggestion()).toBe(shown);
});

test('a dismissal lasts for the session, on every page of it', async () => {
  openPage();
  offer();
  await vi.advanceTimersByTimeAsync(3_000);
  dismissSuggestion();
  expect(suggestion()).toBeUndefined();
  openPage();
  offer();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(suggestion()).toBeUndefined();
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  openPage();
  offer();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(suggestion()).toBeDefined();
});

test.each([
  ['as an app', CHROME, true],
  ['from the home screen of an iPhone', { ...onIphone(SAFARI), standalone: true }, false],
])('nothing is suggested if the site runs %s', async (_what, navigator, isApp) => {
  openPage(navigator, isApp);
  offer();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(suggestion()).toBeUndefined();
});

test(
  'the suggestion waits while a pointer is down, a dialog is open, or something was pressed in the last second',
  { tags: 'U14' },
  async () => {
    openPage();
    followPresses();
    const press = (type: string) => page.dispatchEvent(new Event(type));
    const sent = offer();
    await vi.advanceTimersByTimeAsync(2_500);
    press('pointerdown');
    await vi.advanceTimersByTimeAsync(5_000);
    expect(suggestion()).toBeUndefined();
    press('pointerup');
    await vi.advanceTimersByTimeAsync(500);
    press('keydown');
    isDialogOpen = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(suggestion()).toBeUndefined();
    isDialogOpen = false;
    press('keydown');
    await vi.advanceTimersByTimeAsync(999);
    expect(suggestion()).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(suggestion()).toBe(sent);
  },
);
