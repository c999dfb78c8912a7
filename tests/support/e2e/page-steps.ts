import type { Locator, Page, Route } from 'playwright-core';
import { expect } from 'vitest';

/** The button with exactly this name. */
export const button = (page: Page | Locator, name: string): Locator =>
  page.getByRole('button', { name, exact: true });

/** The link with exactly this name. */
export const link = (page: Page | Locator, name: string): Locator =>
  page.getByRole('link', { name, exact: true });

/** Waits until the page shows exactly this text in one place, whether it is also announced or not. */
export const shows = (page: Page, text: string): Promise<void> =>
  page
    .getByText(text, { exact: true })
    .and(page.locator(':not(.visually-hidden, .visually-hidden *)'))
    .waitFor();

/** Waits until an alert has this text. */
export const showsError = (page: Page, text: string | RegExp): Promise<void> =>
  page.getByRole('alert').getByText(text, { exact: true }).waitFor();

/** The dialog with this name. */
export const dialog = (page: Page, name: string): Locator => page.getByRole('dialog', { name });

/** A button in the open dialog. */
export const dialogButton = (page: Page, name: string): Locator =>
  page.getByRole('dialog').getByRole('button', { name, exact: true });

/** Waits until the open dialog shows this text. */
export const dialogShows = (page: Page, text: string): Promise<void> =>
  page.getByRole('dialog').getByText(text, { exact: true }).waitFor();

export async function openPasswordDialog(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Change Password' }).click();
  await dialog(page, 'Change Password').waitFor();
}

/** Takes the first recorded announcement that has this text, or null. */
function takeAnnouncement(page: Page, text: string | RegExp): Promise<string | null> {
  return page.evaluate((wanted) => {
    const isMeant = (each: string) =>
      typeof wanted === 'string' ? each.includes(wanted) : wanted.test(each);
    const index = announced.findIndex(isMeant);
    return index === -1 ? null : (announced.splice(index, 1)[0] ?? null);
  }, text);
}

/**
 * Waits until a status message has announced this text since the page was loaded, also one that another
 * message has replaced. Each announcement counts once. Returns all of it.
 */
export async function announces(page: Page, text: string | RegExp): Promise<string> {
  let found: string | null = null;
  const take = async () => (found = await takeAnnouncement(page, text));
  await expect.poll(take, { message: `announcement of ${text}` }).not.toBeNull();
  return found ?? '';
}

/**
 * Stops the page's clock from now on: it only advances when the test advances it. Timers that run already are
 * not affected; a page that is opened later has only this clock.
 */
export async function pauseClock(page: Page): Promise<void> {
  await page.clock.install({ time: '2030-01-01T00:00:00Z' });
  await page.clock.pauseAt('2030-01-01T00:01:00Z');
}

/**
 * Waits until something is visible while the clock is paused. Advances the clock by a millisecond each time it
 * looks, because the page needs timers of no length.
 */
export async function ticksUntilVisible(page: Page, element: Locator): Promise<void> {
  const tick = async () => {
    await page.clock.runFor(1);
    return element.isVisible();
  };
  await expect.poll(tick, { message: String(element) }).toBe(true);
}

/** Answers the browser's questions, from now on. */
export const answerQuestions = (page: Page, answer: boolean): Promise<void> =>
  page.evaluate((given) => void (window.confirm = () => given), answer);

/** The paths of the requests that match a pattern, from now on. */
export function recordRequests(page: Page, pattern: RegExp): string[] {
  const found: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pattern.test(pathname)) found.push(pathname);
  });
  return found;
}

/** Answers the next requests for a URL, so many, in place of the server. */
export async function answerNext(
  page: Page,
  url: string | RegExp,
  answer: (route: Route) => unknown,
  times = 1,
): Promise<void> {
  let requests = 0;
  await page.route(url, (route) => {
    requests += 1;
    // Playwright's own count would end the interception, which can stop a page that is just being opened.
    return requests > times ? route.fallback() : answer(route);
  });
}

/** Holds the next request for a URL back. @returns waits for it, and lets the test answer */
export async function hold(page: Page, url: string | RegExp): Promise<() => Promise<Route>> {
  const held = Promise.withResolvers<Route>();
  await answerNext(page, url, held.resolve);
  return () => held.promise;
}

/** Refuses calls in place of the server, all or so many. */
export const refuse = (
  page: Page,
  url: string | RegExp,
  status: number,
  detail: unknown = 'No.',
  times = Infinity,
): Promise<void> =>
  answerNext(page, url, (route) => route.fulfill({ status, json: { detail } }), times);

/** The site's first script. */
export const APPLICATION = '**/assets/index-*.js';

/** Opens a page and holds a script back. @returns lets it arrive */
export async function openWithout(
  page: Page,
  path: string,
  script = APPLICATION,
): Promise<() => void> {
  const requested = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route(script, async (route) => {
    requested.resolve();
    await released.promise;
    await route.continue();
  });
  await page.goto(path, { waitUntil: 'commit' });
  await requested.promise;
  return released.resolve;
}
