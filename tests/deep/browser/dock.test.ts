// @module-tag U14
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { moderatedJokes, report } from '../../support/e2e/dashboard-steps.ts';
import { faultsOf, rowsOf } from '../../support/e2e/dock-steps.ts';
import { LAPTOP } from '../../support/e2e/first-view-steps.ts';
import { installPanel, showInstallPanel } from '../../support/e2e/install-steps.ts';
import { PHONE, scrollTo } from '../../support/e2e/page-state.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(moderatedJokes(60));

const SIZES = [
  { width: 320, height: 640 },
  PHONE.viewport,
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  LAPTOP,
];

beforeAll(() => report(site.origin, 7, 'offensive'));

/** Scrolls, and waits until the rows have come that belong there, and the page knows how high they are. */
async function arriveAt(page: Page, size: { width: number; height: number }, top: number) {
  await page.setViewportSize(size);
  await scrollTo(page, top);
  const hasArrived = () => {
    const canReturn =
      document.querySelector('[aria-label="Back to top"][data-shown=true]') !== null;
    const styles = getComputedStyle(document.body);
    const isTold = (selector: string, property: string) => {
      const row = document.querySelector<HTMLElement>(selector);
      return row === null || styles.getPropertyValue(property) === `${row.offsetHeight}px`;
    };
    return (
      canReturn === scrollY > 300 &&
      isTold('#dock', '--dock-size') &&
      isTold('.dock_row', '--row-size')
    );
  };
  await expect.poll(() => page.evaluate(hasArrived)).toBe(true);
}

for (const [path, ready] of [
  ['/', 'Page 1 of'],
  ['/random', 'Get Another Random Fact'],
  ['/fact/7', 'Fact no. 7'],
  ['/submit', 'Submit'],
  ['/admin', 'Select all'],
  ['/admin?view=reported', 'Select all'],
  ['/admin/queue', 'submitted'],
  ['/admin/log', 'Nobody has decided anything yet.'],
] as const) {
  test(`on ${path} no row at the end of the window lies on another or on a control, and none moves when another comes`, async () => {
    const { page } = path.startsWith('/admin')
      ? await site.open('/admin', { viewport: LAPTOP, reducedMotion: 'reduce' })
      : await site.visit({ viewport: LAPTOP, reducedMotion: 'reduce' });
    await page.clock.install();
    await page.goto(path);
    // From then on the page waits for the browser's offer.
    await page.locator('link[rel=manifest]').waitFor({ state: 'attached' });
    await page.getByText(ready).first().waitFor();
    for (const size of SIZES) {
      await arriveAt(page, size, 0);
      expect((await faultsOf(page)).join('\n'), `alone at ${size.width} px`).toBe('');
    }
    await arriveAt(page, PHONE.viewport, 0);
    const before = await rowsOf(page);
    await showInstallPanel(page);
    expect((await rowsOf(page)).slice(0, before.length)).toEqual(before);
    for (const size of SIZES) {
      await arriveAt(page, size, 0);
      const alone = await rowsOf(page);
      await arriveAt(page, size, 301);
      expect((await rowsOf(page)).slice(0, alone.length), `${size.width} px`).toEqual(alone);
      expect((await faultsOf(page)).join('\n'), `all at ${size.width} px`).toBe('');
      const all = await rowsOf(page);
      await arriveAt(page, size, 0);
      expect(await rowsOf(page), `up again at ${size.width} px`).toEqual(all);
    }
    await installPanel(page).waitFor();
  });
}
