import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharp } from '../../scripts/brand/sharp.ts';
import {
  isPicture,
  LAPTOP,
  LISTS,
  makePictures,
  openFirstView,
  PHONE,
  WINDOWS,
} from './first-view-steps.ts';
import { openNewcomer, type Newcomer } from './newcomer.ts';
import { layoutShift } from './page-state.ts';
import { illustrate, isDrawn, servePictures } from './pictures.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

/** As many as the Top 100 shows at once. */
const FACTS = 10;

const site = useSite(numberedJokes(FACTS));

let newcomer: Newcomer;
beforeAll(async () => {
  newcomer = await openNewcomer();
});
afterAll(() => newcomer[Symbol.asyncDispose]());

test.each(LISTS)(
  'the first view of %s takes 7 requests at most on a phone and on a laptop, all of this origin, and nothing moves',
  async (path) => {
    // In between, the window of a tablet has the pictures below and P14's benchmark.
    for (const window of [PHONE, LAPTOP]) {
      const view = await openFirstView(newcomer, site.origin, path, window);
      expect(view.requests.length, view.requests.join('\n')).toBeLessThanOrEqual(7);
      expect(view.elsewhere).toEqual([]);
      expect(view.shift.toFixed(2), `${window.width} px`).toBe('0.00');
      expect(new Set(view.requests).size).toBe(view.requests.length);
      // Else it was counted before everything was asked for.
      expect(view.ofWorker).toEqual(
        expect.arrayContaining(['/manifest.webmanifest', '/icons/icon-192.png']),
      );
    }
  },
);

describe('where every fact has a picture', () => {
  beforeAll(() => makePictures(site.origin, FACTS));

  test.each(['/top-100', '/random'])(
    '%s asks for those in view alone, 8 requests at most in any window, and nothing moves',
    async (path) => {
      for (const window of WINDOWS) {
        const view = await openFirstView(newcomer, site.origin, path, window);
        expect(view.requests.filter(isPicture).length).toBeGreaterThan(0);
        expect(view.picturesOutOfView).toEqual([]);
        expect(view.requests.length, view.requests.join('\n')).toBeLessThanOrEqual(8);
        expect(view.shift.toFixed(2), `${window.width} px`).toBe('0.00');
      }
    },
  );
});

test('once the reader scrolls, the next picture is asked for before it is in view, and at 320 and 1280 px one that is scrolled to comes without moving anything', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await illustrate(page);
  await servePictures(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/top-100');
    await expect.poll(() => isDrawn(page, FACTS)).toBe(true);
    if (width === 1280) {
      const second = page.getByRole('img', { name: `Illustration of fact no. ${FACTS - 1}` });
      const isBelow = async () => ((await second.boundingBox())?.y ?? 0) > 800;
      expect(await isBelow()).toBe(true);
      expect(await second.getAttribute('src')).toBeNull();
      await page.mouse.wheel(0, 1);
      await expect.poll(() => isDrawn(page, FACTS - 1)).toBe(true);
      expect(await isBelow()).toBe(true);
    }
    const last = page.getByRole('article').last();
    const before = (await last.boundingBox())?.height;
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => isDrawn(page, FACTS - 9)).toBe(true);
    expect((await last.boundingBox())?.height).toBe(before);
    expect(await layoutShift(page)).toBe(0);
  }
});

test('of a picture at the very edge only its place is seen', async () => {
  await using visitor = await site.visit({ viewport: { width: 768, height: 1024 } });
  const { page } = visitor;
  await illustrate(page);
  await servePictures(page);
  await page.goto('/top-100');
  await expect.poll(() => isDrawn(page, FACTS - 1)).toBe(true);
  const third = page.getByRole('img', { name: `Illustration of fact no. ${FACTS - 2}` });
  const { x, y, width } = (await third.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  expect(y).toBeLessThan(1020);
  expect(await third.getAttribute('src')).toBeNull();
  // Without its round corners.
  const clip = { x: x + 10, y: y + 2, width: width - 20, height: 1024 - y - 2 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  expect(channels.map(({ min, max }) => max - min)).toEqual(channels.map(() => 0));
});
