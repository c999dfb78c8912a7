import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { layoutShift } from './page-state.ts';
import { illustrate, isDrawn, servePictures } from './pictures.ts';
import { numberedJokes, openSite, type Site } from './site.ts';

let site: Site;
beforeAll(async () => {
  site = await openSite(numberedJokes(45));
});
afterAll(() => site[Symbol.asyncDispose]());

const LISTS = ['/', '/top-100', '/newest', '/random'] as const;
const views = LISTS.flatMap((path) => [320, 1280].map((width) => ({ path, width })));

/** The paths of all requests from now on, but for the icon, which is the browser's own affair. */
function requestsOf(page: Page): string[] {
  const requests: string[] = [];
  page.on('request', (request) => {
    const { origin, pathname } = new URL(request.url());
    const path = origin === site.origin ? pathname : request.url();
    if (path !== '/favicon.svg') requests.push(path);
  });
  return requests;
}

/** Opens a screen; returns when its facts are shown and nothing is on its way any more. */
async function openView(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await page.getByRole('article').first().waitFor();
  await page.waitForLoadState('networkidle');
}

test.each(views)(
  'the first view of $path at $width px takes 8 requests at most, all of this origin, and nothing moves',
  async ({ path, width }) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    const requests = requestsOf(page);
    await openView(page, path);
    expect(await layoutShift(page)).toBe(0);
    expect(requests.length, requests.join('\n')).toBeLessThanOrEqual(8);
    expect(requests.filter((each) => !each.startsWith('/'))).toEqual([]);
  },
);

test.each(views)(
  'with pictures on $path at $width px nothing moves, and only those near the view are requested',
  async ({ path, width }) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await illustrate(page);
    const pictures = await servePictures(page);
    const requests = requestsOf(page);
    await openView(page, path);
    expect(await layoutShift(page)).toBe(0);
    expect(requests.length - pictures.length, requests.join('\n')).toBeLessThanOrEqual(8);
    const far = await page.evaluate<string[]>(
      `Array.from(document.querySelectorAll('main img'))
        .filter((image) => image.getBoundingClientRect().top > innerHeight + 200)
        .map((image) => image.alt.replace(/\\D+/, ''))`,
    );
    const isFar = (picture: string) => far.includes(String(jokeOf(picture)));
    expect(pictures.filter(isFar)).toEqual([]);
    if (path === '/top-100') expect(far.length).toBeGreaterThan(5);
    if (path === '/random' || path === '/top-100') expect(pictures.length).toBeGreaterThan(0);
  },
);

/** The fact that a picture belongs to. */
function jokeOf(picture: string): number {
  return Number(/(\d+)-\d+\.webp$/.exec(picture)?.[1]);
}

test.each([320, 1280])(
  'at %i px a picture that is scrolled to comes without moving anything',
  async (width) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await illustrate(page);
    await servePictures(page);
    await openView(page, '/top-100');
    const last = page.getByRole('article').last();
    const before = (await last.boundingBox())?.height;
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => isDrawn(page, 36)).toBe(true);
    expect((await last.boundingBox())?.height).toBe(before);
    expect(await layoutShift(page)).toBe(0);
  },
);
