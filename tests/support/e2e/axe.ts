import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type axeCore from 'axe-core';
import type { Page } from 'playwright-core';
import { overflow, setWidth } from './page-state.ts';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

/** In the page. */
declare const axe: typeof axeCore;

/**
 * Returns the violations of WCAG 2.0 to 2.2, levels A and AA, that axe finds on the current page, and headings that
 * skip a level.
 */
export async function findViolations(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { violations } = await axe.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
      rules: { 'heading-order': { enabled: true } },
      // Rules that pass need no description.
      resultTypes: ['violations'],
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
  });
}

/**
 * Checks the current page at 320 and 1280 px, light and dark. Returns the violations that axe
 * finds and the widths at which the page scrolls horizontally. Leaves the page at 1280 px and
 * dark.
 */
export async function findFaults(page: Page): Promise<string[]> {
  const faults: string[] = [];
  for (const width of [320, 1280]) {
    await setWidth(page, width);
    if ((await overflow(page)) !== 0) faults.push(`${width} px: the page scrolls horizontally`);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const violations = await findViolations(page);
      faults.push(...violations.map((violation) => `${width} px, ${colorScheme}: ${violation}`));
    }
  }
  return faults;
}
