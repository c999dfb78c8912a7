import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { mockAdminSession } from '../../support/e2e/administrator.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { illustrate, isImageLoaded, imageUrlOf, serveImages } from '../../support/e2e/images.ts';
import { recordRequests } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// Fact 1 has the most 5-star votes; fact 20 has only 1-star votes.
const jokes = numberedJokes(20);
const site = useSite(
  jokes.map((joke) => {
    const votes = 2 * (30 - joke.joke_id);
    return { ...joke, histogram: joke.joke_id === 20 ? [votes, 0, 0, 0, 0] : [0, 0, 0, 0, votes] };
  }),
);

const fact = (page: Page, rank: number) =>
  page.getByRole('article', { name: `Rank ${rank}, fact no. ${rank}`, exact: true });

async function openTop(page: Page, path = '/top-100'): Promise<void> {
  await page.goto(path);
  await page.getByRole('article').first().waitFor();
}

test('an administrator generates an image for a fact', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/status of 500/);
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'warning') warnings.push(message.text());
  });
  await mockAdminSession(page);
  await serveImages(page);
  const generations = recordRequests(page, /\/images\/generate\/4$/);
  const held: Promise<Route>[] = [];
  for (let call = 0; call < 2; call += 1) {
    const { promise, resolve } = Promise.withResolvers<Route>();
    held.unshift(promise);
    await page.route('**/api/v1/images/generate/4?*', resolve, { times: 1 });
  }
  await openTop(page);
  const button = (name: string) => fact(page, 4).getByRole('button', { name, exact: true });
  const image = fact(page, 4).getByRole('img');
  const imageUrl = async () => new URL((await image.getAttribute('src')) ?? '', site.origin);

  await button('Generate Image').click();
  await button('Generating...').waitFor();
  await expect.poll(() => button('Generating...').isDisabled()).toBe(true);
  const first = await held[0];
  expect(first?.request().method()).toBe('POST');
  expect(first?.request().url()).toMatch(/\?force=false$/);
  expect(await first?.request().headerValue('authorization')).toBe('Bearer test-token');
  // Shows the public URL, because the page may stay open after a signed URL expires.
  const signed = `${imageUrlOf(4)}?expires=1&signature=x`;
  await first?.fulfill({ json: { success: true, image_url: signed } });
  await expect.poll(() => isImageLoaded(page, 4)).toBe(true);
  expect((await imageUrl()).pathname).toBe(imageUrlOf(4));
  const time = Number((await imageUrl()).searchParams.get('t'));
  expect(time).toBeGreaterThan(0);
  expect((await imageUrl()).search).toBe(`?t=${time}`);

  await page.evaluate('window.ask = window.confirm; window.confirm = () => false');
  await button('Regenerate Image').click();
  await page.evaluate('window.confirm = window.ask');
  await button('Regenerate Image').click();
  await button('Regenerating...').waitFor();
  const second = await held[1];
  expect(second?.request().url()).toMatch(/\?force=true$/);
  await second?.fulfill({ json: { success: true, image_url: imageUrlOf(5) } });
  await button('Regenerate Image').waitFor();
  await expect.poll(async () => (await imageUrl()).pathname).toBe(imageUrlOf(5));
  expect(Number((await imageUrl()).searchParams.get('t'))).toBeGreaterThan(time);

  await page.route('**/api/v1/images/generate/**', (route) =>
    route.fulfill({ status: 500, json: { detail: 'No.' } }),
  );
  const other = fact(page, 1).getByRole('button', { name: 'Generate Image' });
  await other.click();
  await expect
    .poll(() => warnings)
    .toContainEqual(expect.stringContaining('Couldn’t generate the image of fact no. 1'));
  await other.waitFor();
  expect(generations).toHaveLength(2);
  expect(alerts).toEqual([
    'Generate a new image of fact no. 4? It replaces the current one, which is deleted.',
  ]);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
});

test('axe finds no violations on the Top 100 with images, a vote and a generation', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  const findInBoth = async () => {
    const found: string[] = [];
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      found.push(...(await findViolations(page)));
    }
    return found;
  };
  await mockAdminSession(page);
  await illustrate(page);
  await serveImages(page);
  await openTop(page, '/top-100?page=2');
  await page.getByRole('button', { name: 'Regenerate Image' }).first().waitFor();
  await fact(page, 11).getByRole('radio', { name: '5 stars', exact: true }).click();
  await fact(page, 11).getByText('✓ Voted!').waitFor();
  await page.route('**/api/v1/images/generate/**', () => undefined);
  await page.getByRole('button', { name: 'Regenerate Image' }).first().click();
  await page.getByRole('button', { name: 'Regenerating...' }).waitFor();
  await expect.poll(() => findInBoth()).toEqual([]);
});
