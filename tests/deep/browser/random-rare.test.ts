import type { Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from '../../support/e2e/axe.ts';
import { findOverflows } from '../../support/e2e/page-state.ts';
import { shows } from '../../support/e2e/page-steps.ts';
import { illustrate, openInShell, RANDOM, serveImages } from '../../support/e2e/images.ts';
import { anotherLink as another, exampleFact } from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// The client does not retry a 429, so the tests do not wait for retries.
const FAILED = { status: 429, json: { detail: 'Later.' } };

const site = useSite(numberedJokes(30));

test('the random screen is accessible and fits from 320 to 1920 px', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 429/);
  const findsNothing = async (state: string) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      await expect
        .poll(() => findViolations(page), { message: `${state}, ${colorScheme}` })
        .toEqual([]);
    }
  };
  await illustrate(page);
  await serveImages(page);
  await page.goto('/random');
  await another(page).waitFor();
  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve);
  await another(page).click();
  const route = await held.promise;
  await page.getByRole('link', { name: 'Loading...' }).waitFor();
  await findsNothing('loading');
  await route.fulfill(FAILED);
  await page.getByRole('alert').waitFor();
  await findsNothing('failed');

  await page.unroute(RANDOM);
  await illustrate(page);
  await another(page).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
  await another(page).waitFor();
  expect(await findOverflows(page)).toEqual([]);

  const json = { ...exampleFact(1), joke_text: 'W'.repeat(500) };
  await openInShell(page);
  await page.route(RANDOM, (route) => route.fulfill({ json }));
  await page.reload();
  await shows(page, json.joke_text);
  await another(page).waitFor();
  expect(await findOverflows(page)).toEqual([]);
});
