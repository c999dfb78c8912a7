import { beforeAll, describe, expect, test } from 'vitest';
import { sharp } from '../../scripts/brand/sharp.ts';
import { isPicture, LISTS, makePictures, openFirstView, WINDOWS } from './first-view-steps.ts';
import { layoutShift } from './page-state.ts';
import { illustrate, isDrawn, servePictures } from './pictures.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const FACTS = 20;

const site = useSite(numberedJokes(FACTS));

const views = LISTS.flatMap((path) => WINDOWS.map((window) => ({ path, ...window })));

test.each(views)(
  'the first view of $path at $width × $height takes 7 requests at most, all of this origin, and nothing moves',
  async ({ path, width, height }) => {
    const view = await openFirstView(site.origin, path, { width, height });
    expect(view.requests.length, view.requests.join('\n')).toBeLessThanOrEqual(7);
    expect(view.elsewhere).toEqual([]);
    expect(view.shift).toBe(0);
    expect(new Set(view.requests).size).toBe(view.requests.length);
    // Else it was counted before everything was asked for.
    expect(view.ofWorker).toEqual(
      expect.arrayContaining(['/manifest.webmanifest', '/icons/icon-192.png']),
    );
  },
);

describe('where every fact has a picture', () => {
  beforeAll(() => makePictures(site.origin, FACTS));

  test.each(views.filter(({ path }) => path === '/top-100' || path === '/random'))(
    '$path at $width × $height asks for those in view alone, 8 requests at most, and nothing moves',
    async ({ path, width, height }) => {
      const view = await openFirstView(site.origin, path, { width, height });
      const pictures = view.requests.filter(isPicture);
      expect(pictures.length).toBeGreaterThan(0);
      expect(view.picturesOutOfView).toEqual([]);
      expect(view.requests.length, view.requests.join('\n')).toBeLessThanOrEqual(8);
      expect(view.shift).toBe(0);
    },
  );
});

test("the tab's icon is a picture that comes with the page", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/about');
  const width = await page.evaluate<number>(`(async () => {
    const icon = new Image();
    icon.src = document.querySelector('link[rel=icon][type="image/svg+xml"]').href;
    await icon.decode();
    return icon.src.startsWith('data:') ? icon.naturalWidth : 0;
  })()`);
  expect(width).toBeGreaterThan(0);
});

test.each([320, 1280])(
  'at %i px a picture that is scrolled to comes without moving anything',
  async (width) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await illustrate(page);
    await servePictures(page);
    await page.goto('/top-100');
    await page.getByRole('article').first().waitFor();
    const last = page.getByRole('article').last();
    const before = (await last.boundingBox())?.height;
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => isDrawn(page, FACTS - 9)).toBe(true);
    expect((await last.boundingBox())?.height).toBe(before);
    expect(await layoutShift(page)).toBe(0);
  },
);

test('once the reader scrolls, the next picture is asked for before it is in view', async () => {
  await using visitor = await site.visit({ viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  await illustrate(page);
  await servePictures(page);
  await page.goto('/top-100');
  await expect.poll(() => isDrawn(page, FACTS)).toBe(true);
  const second = page.getByRole('img', { name: `Illustration of fact no. ${FACTS - 1}` });
  const isBelow = async () => ((await second.boundingBox())?.y ?? 0) > 800;
  expect(await isBelow()).toBe(true);
  expect(await second.getAttribute('src')).toBeNull();
  await page.mouse.wheel(0, 1);
  await expect.poll(() => isDrawn(page, FACTS - 1)).toBe(true);
  expect(await isBelow()).toBe(true);
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
