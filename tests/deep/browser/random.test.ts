import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { mockAdminSession } from '../../support/e2e/administrator.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { focused, fontsLoaded } from '../../support/e2e/page-state.ts';
import { link, shows } from '../../support/e2e/page-steps.ts';
import {
  illustrate,
  imageUrlOf,
  isImageLoaded,
  openInShell,
  RANDOM,
  serveImages,
} from '../../support/e2e/images.ts';
import { anotherLink as another, exampleFact } from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// The client does not retry a 429, so the tests do not wait for retries.
const FAILED = { status: 429, json: { detail: 'Later.' } };

const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const LAPTOP = { viewport: { width: 1280, height: 800 } };

/** A fact of 300 characters. */
const LONG = 'Chuck Norris read the terms. '.repeat(11).slice(0, 300);

const site = useSite(numberedJokes(30));

const fact = (page: Page) => page.getByRole('article');
const image = (page: Page) => page.getByRole('img', { name: /^Illustration of fact no\. \d+$/ });

test("the link to another fact stays where it is and shows 'Loading...', and the current fact stays until the next one loads, or if it fails to load", async () => {
  await using visitor = await site.visit(PHONE);
  const { page } = visitor;
  await page.goto('/random');
  await another(page).waitFor();
  await fontsLoaded(page);
  const before = await fact(page).locator('p').innerText();
  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve);
  await another(page).focus();
  const place = await another(page).boundingBox();
  await page.keyboard.press('Enter');
  const route = await held.promise;
  const busy = link(page, 'Loading...');
  await busy.waitFor();
  expect(await busy.boundingBox()).toEqual(place);
  await expect.poll(() => busy.isDisabled()).toBe(true);
  await expect.poll(() => fact(page).locator('p').innerText()).toBe(before);
  await expect.poll(() => findViolations(page), { message: 'loading' }).toEqual([]);
  await route.fulfill({ json: { ...exampleFact(999), joke_text: LONG } });
  await shows(page, LONG);
  await focused(page, another(page)).waitFor();
  expect(await another(page).boundingBox()).toEqual(place);

  visitor.expectConsoleError(/status of 429/);
  await page.route(RANDOM, (failing) => failing.fulfill(FAILED));
  await another(page).click();
  await shows(page, 'Error loading random joke. Please try again later.');
  await shows(page, LONG);
  await expect.poll(() => findViolations(page), { message: 'failed' }).toEqual([]);
});

test('a broken image is hidden, and an administrator can generate a missing one', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await illustrate(page);
  await page.route('**/api/v1/images/files/**', (route) =>
    route.fulfill({ status: 404, json: { detail: 'No.' } }),
  );
  await page.goto('/random');
  await fact(page).waitFor();
  await image(page).waitFor({ state: 'detached' });

  await page.unrouteAll();
  await mockAdminSession(page);
  await openInShell(page);
  await serveImages(page);
  await page.route(RANDOM, (route) => route.fulfill({ json: exampleFact(1) }));
  await page.route('**/api/v1/images/generate/**', (route) =>
    route.fulfill({ json: { success: true, image_url: imageUrlOf(1) } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Generate Image' }).click();
  await expect.poll(() => isImageLoaded(page, 1)).toBe(true);
  await expect.poll(() => page.getByRole('button', { name: /generat/i }).count()).toBe(0);
});

test.each([
  ['a phone', PHONE],
  ['a laptop', LAPTOP],
])(
  'the first screen of %s shows a whole fact of 300 characters with its stars, number and the link to another one, and its image where that is beside it',
  async (_, options) => {
    await using visitor = await site.visit(options);
    const { page } = visitor;
    const json = { ...exampleFact(7), joke_text: LONG, image_url: imageUrlOf(7) };
    await openInShell(page);
    await page.route(RANDOM, (route) => route.fulfill({ json }));
    await serveImages(page);
    await page.goto('/random');
    await expect.poll(() => isImageLoaded(page, 7)).toBe(true);
    await fontsLoaded(page);
    for (const part of [
      link(page, 'Fact no. 7'),
      fact(page).locator('p'),
      ...('hasTouch' in options ? [] : [image(page)]),
      fact(page).getByRole('radio').last(),
      another(page),
    ]) {
      const box = await part.boundingBox();
      expect(box?.y, String(part)).toBeGreaterThan(0);
      const bottom = (box?.y ?? Infinity) + (box?.height ?? 0);
      expect(bottom, String(part)).toBeLessThan(options.viewport.height);
    }
    await expect.poll(() => findViolations(page)).toEqual([]);
  },
);
