import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const source = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const RUN = `axe
  .run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
  .then(({ violations }) =>
    violations.map(({ id, nodes }) => id + ': ' + nodes.map((node) => node.html).join(' | ')),
  )`;

/** What axe finds against WCAG 2.0 to 2.2, levels A and AA, on the page as it stands. */
export async function findViolations(page: Page): Promise<string[]> {
  await page.evaluate(source);
  return page.evaluate<string[]>(RUN);
}
