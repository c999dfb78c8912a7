// @module-tag U14
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { findFaults } from '../../support/e2e/axe.ts';
import { moderatedJokes } from '../../support/e2e/dashboard-steps.ts';
import { LAPTOP } from '../../support/e2e/first-view-steps.ts';
import { installPanel, openPaused, showInstallPanel } from '../../support/e2e/install-steps.ts';
import { layoutShift, PHONE, scrollTo } from '../../support/e2e/page-state.ts';
import { pauseClock } from '../../support/e2e/page-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(moderatedJokes(60));

const SIZES = [
  { width: 320, height: 640 },
  PHONE.viewport,
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
  LAPTOP,
];

beforeAll(async () => {
  const answer = await fetch(`${site.origin}/api/v1/reports`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_id: 7, reason: 'offensive' }),
  });
  expect(answer.status).toBe(201);
});

/** What stands at the end of the window: where each row is. */
const rowsOf = (page: Page) =>
  page.locator('.dock_row, #dock > *').evaluateAll((rows) =>
    rows.map((row) => {
      const { left, top, right, bottom } = row.getBoundingClientRect();
      return { left, top, right, bottom };
    }),
  );

/** Scrolls, and waits until the rows have come that belong there, and the page knows how high they are. */
async function arriveAt(page: Page, size: { width: number; height: number }, top: number) {
  await page.setViewportSize(size);
  await scrollTo(page, top);
  const hasArrived = () => {
    const canReturn = document.querySelector('[aria-label="Back to top"]') !== null;
    const dock = document.querySelector<HTMLElement>('#dock');
    const told = getComputedStyle(document.body).getPropertyValue('--dock-size');
    return canReturn === scrollY > 300 && (dock === null || told === `${dock.offsetHeight}px`);
  };
  await expect.poll(() => page.evaluate(hasArrived)).toBe(true);
}

/** The rows that lie on one another or beyond the window, and the controls that something else lies on. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const faults: string[] = [];
    const rows = [...document.querySelectorAll('.dock_row, #dock > *')];
    const boxes = rows.map((row) => row.getBoundingClientRect());
    for (const [index, box] of boxes.entries()) {
      const isOver = boxes
        .slice(0, index)
        .some(
          ({ left, top, right, bottom }) =>
            box.left < right - 1 &&
            box.right > left + 1 &&
            box.top < bottom - 1 &&
            box.bottom > top + 1,
        );
      if (isOver || box.bottom > innerHeight + 1) faults.push(`row ${rows[index]?.className}`);
    }
    const controls = document.querySelectorAll<HTMLElement>(
      ':is(main, footer, #dock) :is(button, input, select, textarea, a):not(:disabled, .skip-link)',
    );
    for (const control of controls) {
      for (const way of ['scrolled', 'focused'] as const) {
        if (way === 'focused') control.focus();
        else control.scrollIntoView({ block: 'nearest' });
        const { left, top, width, height } = control.getBoundingClientRect();
        if (width < 2 || !control.checkVisibility({ visibilityProperty: true })) continue;
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        const label = hit?.closest('label');
        const isHit = hit !== null && (control.contains(hit) || hit.contains(control));
        const isLabeled =
          label?.contains(control) || ('labels' in control && hit?.closest('fieldset'));
        if (!isHit && !isLabeled) {
          faults.push(
            `${way}: ${control.outerHTML.slice(0, 90)} under ${hit?.outerHTML.slice(0, 90)}`,
          );
        }
      }
    }
    return faults.slice(0, 5);
  });

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
      expect(await faultsOf(page), `alone at ${size.width} px`).toEqual([]);
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
      expect(await faultsOf(page), `all at ${size.width} px`).toEqual([]);
    }
    await installPanel(page).waitFor();
  });
}

test('the panels at the end of the window move nothing and are accessible', async () => {
  const { page } = await site.visit(PHONE);
  await pauseClock(page);
  await openPaused(page, '/random');
  await showInstallPanel(page);
  await page.clock.resume();
  expect(await layoutShift(page)).toBe(0);
  await expect.poll(() => findFaults(page)).toEqual([]);
});
