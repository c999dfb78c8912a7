import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { signInAdmin } from './administrator.ts';
import { findViolations } from './axe.ts';
import { doubleText, focused, layoutShift, overflow } from './page-state.ts';
import { shows } from './page-steps.ts';
import { breakPictures, illustrate, pictureOf, RANDOM, servePictures } from './pictures.ts';
import { answerDraws, exampleFact, showsFact } from './random-steps.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const FAILED = { status: 500, json: { detail: 'No.' } };

const site = useSite(numberedJokes(30));

const fact = (page: Page) => page.getByRole('article');
const another = (page: Page) => page.getByRole('button', { name: 'Get Another Random Fact' });
const picture = (page: Page) => page.getByRole('img', { name: /^Illustration of fact no\. \d+$/ });

function countDraws(page: Page): () => number {
  let draws = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === '/api/v1/jokes/random') draws += 1;
  });
  return () => draws;
}

test('there is one fact, with its rating, and a button for another', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/random');
  await fact(page).waitFor();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe(
    'Random Chuck Norris Fact',
  );
  expect(await fact(page).count()).toBe(1);
  expect(await fact(page).getByRole('radio').count()).toBe(5);
  expect(await fact(page).innerText()).toMatch(/Test fact number \d+ of many\./);
  await another(page).waitFor();
});

test("the button says 'Loading...' and keeps the focus and the fact until the other one is there", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/random');
  await another(page).waitFor();
  const before = await fact(page).locator('p').innerText();
  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve, { times: 1 });
  await another(page).focus();
  await page.keyboard.press('Enter');
  const route = await held.promise;
  const busy = page.getByRole('button', { name: 'Loading...' });
  await busy.waitFor();
  expect(await busy.isDisabled()).toBe(true);
  expect(await fact(page).locator('p').innerText()).toBe(before);
  const draws = countDraws(page);
  await page.keyboard.press('Enter');
  await route.fulfill({ json: exampleFact(999) });
  await shows(page, 'Test fact number 999 of many.');
  await focused(page, another(page)).waitFor();
  expect(draws()).toBe(0);
});

test('each visit draws a new fact; neither focus nor time does', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const drawn = await answerDraws(page, [1, 2, 3]);
  await page.goto('/random');
  await showsFact(page, 1);
  await page.evaluate(`window.dispatchEvent(new Event('focus'));
    document.dispatchEvent(new Event('visibilitychange'));`);
  await page.getByRole('link', { name: 'About' }).click();
  await page.getByRole('heading', { name: 'About Chuck Norris Facts' }).waitFor();
  expect(drawn).toEqual([1]);
  await page.getByRole('link', { name: 'Random' }).click();
  await showsFact(page, 2);
  expect(drawn).toEqual([1, 2]);
});

test('a vote counts at once, and is taken back where it fails', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/status of 503/);
  await page.goto('/random');
  await shows(page, '2 votes');
  await page.route('**/api/v1/ratings', (route) => route.fulfill({ ...FAILED, status: 503 }), {
    times: 1,
  });
  const star = fact(page).getByRole('radio', { name: '1 star', exact: true });
  await star.click();
  await expect.poll(() => alerts).toEqual(['Failed to rate joke. Please try again.']);
  await shows(page, '2 votes');
  await shows(page, '4.0/5');
  const held = Promise.withResolvers<Route>();
  await page.route('**/api/v1/ratings', held.resolve);
  await star.click();
  const route = await held.promise;
  await shows(page, '3 votes');
  await shows(page, '3.0/5');
  await shows(page, '✓ Voted!');
  await route.continue();
  await page.getByRole('status').getByText('Voted 1 of 5 stars').waitFor();
});

test('a fact that can not be loaded says so and is loaded on another try', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 500/);
  await page.route(RANDOM, (route) => route.fulfill(FAILED));
  await page.goto('/random');
  await shows(page, 'Error loading random joke. Please try again later.');
  await page.unroute(RANDOM);
  await page.getByRole('button', { name: 'Try again' }).click();
  await fact(page).waitFor();
  expect(await page.getByText('Error loading').count()).toBe(0);
});

test('where another one fails, the fact stays under the error', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 500/);
  await page.goto('/random');
  await another(page).waitFor();
  const before = await fact(page).locator('p').innerText();
  await page.route(RANDOM, (route) => route.fulfill(FAILED));
  await another(page).click();
  await shows(page, 'Error loading random joke. Please try again later.');
  expect(await fact(page).locator('p').innerText()).toBe(before);
  await page.unroute(RANDOM);
  await another(page).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('a site without facts says so', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await page.route(RANDOM, (route) => route.fulfill({ status: 404, json: { detail: 'None.' } }));
  await page.goto('/random');
  await page.getByText('There are no facts yet.').waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await page.unroute(RANDOM);
  await another(page).click();
  await fact(page).waitFor();
});

test('while the first fact loads there is a spinner, and nothing moves when it comes', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const held = Promise.withResolvers<Route>();
  await page.route(RANDOM, held.resolve);
  await page.goto('/random');
  const route = await held.promise;
  await shows(page, 'Loading...');
  await route.continue();
  await fact(page).waitFor();
  expect(await page.getByText('Loading...').count()).toBe(0);
  expect(await layoutShift(page)).toBe(0);
});

test('the picture is loaded at once, and hidden where it is broken', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await illustrate(page);
  await servePictures(page);
  await page.goto('/random');
  await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 0')).toBe(true);
  expect(await picture(page).getAttribute('loading')).toBe('eager');
  expect(await layoutShift(page)).toBe(0);
  await page.unrouteAll();
  await illustrate(page);
  await breakPictures(page);
  await page.reload();
  await fact(page).waitFor();
  await picture(page).waitFor({ state: 'detached' });
});

test('an administrator may make the picture where there is none', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await signInAdmin(page);
  await servePictures(page);
  await page.route('**/api/v1/images/generate/**', (route) =>
    route.fulfill({ json: { success: true, image_url: pictureOf(1) } }),
  );
  await page.goto('/random');
  await page.getByRole('button', { name: 'Generate Image' }).click();
  await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 0')).toBe(true);
  expect(await picture(page).getAttribute('src')).toMatch(/-640\.webp\?t=\d+$/);
  expect(await page.getByRole('button', { name: /generat/i }).count()).toBe(0);
});

test('visitors have no button for pictures', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/random');
  await another(page).waitFor();
  expect(await page.getByRole('button', { name: /generat/i }).count()).toBe(0);
});

test.each(['light', 'dark'] as const)(
  'axe finds nothing on a picture, the loading button and an error, %s',
  async (colorScheme) => {
    await using visitor = await site.visit({ colorScheme });
    const { page } = visitor;
    visitor.expectConsoleError(/status of 429/);
    await illustrate(page);
    await servePictures(page);
    await page.goto('/random');
    await another(page).waitFor();
    const held = Promise.withResolvers<Route>();
    await page.route(RANDOM, held.resolve);
    await another(page).click();
    const route = await held.promise;
    await page.getByRole('button', { name: 'Loading...' }).waitFor();
    expect(await findViolations(page)).toEqual([]);
    await route.fulfill({ status: 429, json: { detail: 'Later.' } });
    await page.getByRole('alert').waitFor();
    expect(await findViolations(page)).toEqual([]);
  },
);

test.each([320, 768, 1280])(
  'at %i px a fact of 500 characters without a space fits, with doubled text too',
  async (width) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    const json = { ...exampleFact(1), joke_text: 'W'.repeat(500) };
    await page.route(RANDOM, (route) => route.fulfill({ json }));
    await page.goto('/random');
    await another(page).waitFor();
    expect(await overflow(page)).toBe(0);
    await doubleText(page);
    expect(await overflow(page)).toBe(0);
  },
);

test.each([320, 768, 1280])(
  'at %i px nothing scrolls sideways, with doubled text neither',
  async (width) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await illustrate(page);
    await servePictures(page);
    await page.goto('/random');
    await another(page).waitFor();
    expect(await overflow(page)).toBe(0);
    await doubleText(page);
    expect(await overflow(page)).toBe(0);
  },
);
