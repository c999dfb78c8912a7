import { expect, test } from 'vitest';
import { sharp } from '../../../scripts/sharp.ts';
import { fontsLoaded, layoutShift } from '../../support/e2e/page-state.ts';
import { illustrate, isImageLoaded, serveImages } from '../../support/e2e/images.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/** The number of facts on a page of the Top 100. */
const FACTS = 10;

const site = useSite(numberedJokes(FACTS));

test('images load shortly before they scroll into view, without layout shift', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await illustrate(page);
  await serveImages(page);
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 });
    await page.goto('/top-100');
    await expect.poll(() => isImageLoaded(page, FACTS)).toBe(true);
    await fontsLoaded(page);
    if (width === 1280) {
      const third = page.getByRole('img', { name: `Illustration of fact no. ${FACTS - 2}` });
      const isBelow = async () => ((await third.boundingBox())?.y ?? 0) > 700;
      await expect.poll(() => isBelow()).toBe(true);
      await expect.poll(() => third.getAttribute('src')).toMatch(/^data:/);
      await page.mouse.wheel(0, 1);
      await expect.poll(() => isImageLoaded(page, FACTS - 2)).toBe(true);
      await expect.poll(() => isBelow()).toBe(true);
    }
    const last = page.getByRole('article').last();
    const before = (await last.boundingBox())?.height;
    await last.scrollIntoViewIfNeeded();
    await expect.poll(() => isImageLoaded(page, FACTS - 9)).toBe(true);
    await expect.poll(async () => (await last.boundingBox())?.height).toBe(before);
    expect(await layoutShift(page)).toBe(0);
  }
});

test('an image at the edge of the window shows only its placeholder', async () => {
  await using visitor = await site.visit({ viewport: { width: 768, height: 800 } });
  const { page } = visitor;
  await illustrate(page);
  await serveImages(page);
  await page.goto('/top-100');
  await fontsLoaded(page);
  const third = page.getByRole('img', { name: `Illustration of fact no. ${FACTS - 2}` });
  const { x, y, width } = (await third.boundingBox()) ?? { x: 0, y: 0, width: 0 };
  const height = Math.ceil(y) + 10;
  await page.setViewportSize({ width: 768, height });
  await page.goto('/top-100');
  await fontsLoaded(page);
  await expect.poll(() => isImageLoaded(page, FACTS - 1)).toBe(true);
  await expect.poll(() => third.getAttribute('src')).toMatch(/^data:/);
  // Excludes the rounded corners.
  const clip = { x: x + 10, y: y + 2, width: width - 20, height: height - y - 2 };
  const { channels } = await sharp(await page.screenshot({ clip })).stats();
  expect(channels.map(({ min, max }) => max - min)).toEqual(channels.map(() => 0));
});
