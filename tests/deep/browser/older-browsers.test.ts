import { expect, test } from 'vitest';
import { paths } from '../../../web/src/paths.ts';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { button } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { FACT, fieldShows, field } from '../../support/e2e/submit-steps.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

/** What the oldest supported browsers lack, or browsers with strict settings. */
const DELETE_NEWER_INTERFACES = `
  delete window.PerformanceObserver;
  delete window.Intl.Segmenter;
  delete window.AbortSignal.any;
  delete window.URL.canParse;
  delete window.Response.json;
  delete window.Navigator.prototype.locks;
  delete window.Navigator.prototype.serviceWorker;
  delete window.caches;
  const { supports } = CSS;
  CSS.supports = (...given) => given[0] !== 'field-sizing' && supports(...given);
  document.addEventListener('DOMContentLoaded', () => {
    for (const field of document.querySelectorAll('textarea')) field.style.fieldSizing = 'fixed';
  });
`;

test('a browser without newer interfaces shows facts, votes, submits and logs in', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.addInitScript(DELETE_NEWER_INTERFACES);
  await page.goto('/');
  await star(page, 1, '5 stars').click();
  await fact(page, 1).getByText('✓ Voted!').waitFor();
  await page.getByRole('link', { name: 'Random', exact: true }).click();
  await page.getByRole('heading', { name: 'Random Chuck Norris Fact' }).waitFor();
  await page.getByRole('article').waitFor();

  await page.goto(paths.submit);
  const height = async () => (await field(page).boundingBox())?.height ?? 0;
  const empty = await height();
  await field(page).fill(`${FACT}\n`.repeat(8).trim());
  await expect.poll(() => height()).toBeGreaterThan(empty);
  await field(page).fill(FACT);
  await fieldShows(page, FACT);
  await button(page, 'Submit Fact').click();
  await page.getByText('Fact Submitted Successfully!').waitFor();

  await page.goto(paths.login);
  await button(page, 'Sign in with Google').waitFor();
  await page.goto(paths.setupAdmin);
  await button(page, 'Create Admin User').waitFor();
});
