import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { focused, layoutShift, settled } from '../../support/e2e/page-state.ts';
import { announces, link, recordRequests } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// Each vote is for a different joke. Each joke starts with two 4-star votes.
const site = useSite(numberedJokes(10));

const shows = (page: Page, id: number, text: string) =>
  fact(page, id).getByText(text, { exact: true }).waitFor();
const voted = (page: Page, id: number) => fact(page, id).getByText('✓ Voted!');

test('offline nobody can rate, and once online again everybody can', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/');
  await page.context().setOffline(true);
  const group = fact(page, 8).getByRole('group', {
    name: 'Rate fact no. 8',
    description: 'Average 4.0 of 5. You need a connection to rate or submit.',
  });
  await expect.poll(() => group.getByRole('radio', { disabled: true }).count()).toBe(5);
  await star(page, 8, '2 stars').click({ force: true });
  await announces(page, 'You need a connection to rate.');
  await star(page, 8, '2 stars').focus();
  await page.keyboard.press('Enter');
  // It is read aloud again, in the same words.
  await announces(page, 'You need a connection to rate.');
  await expect
    .poll(() => page.locator('#root > [role=status]').last().textContent())
    .toBe('You need a connection to rate.');
  await expect.poll(() => voted(page, 8).count()).toBe(0);

  await page.context().setOffline(false);
  await star(page, 8, '2 stars').click();
  await shows(page, 8, '3 votes');
});

test('a browser that has forgotten its votes or gets an outdated list shows what the server counts', async () => {
  await using visitor = await site.visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/status of 400/);
  const outdated: unknown = await (await fetch(`${site.origin}/api/v1/jokes/newest`)).json();
  await page.route('**/api/v1/jokes/newest*', (route) => route.fulfill({ json: outdated }));
  await page.goto('/');
  await star(page, 5, '5 stars').click();
  await announces(page, 'Voted 5 of 5 stars for fact no. 5.');
  await link(page, 'Newest').first().click();
  await shows(page, 5, '✓ Voted!');
  await shows(page, 5, '3 votes');

  await page.evaluate('localStorage.clear()');
  await page.goto('/');
  await star(page, 5, '1 star').click();
  await expect.poll(() => alerts).toEqual(['You have already rated this joke!']);
  await shows(page, 5, '3 votes');
  await shows(page, 5, '4.3/5');
  await expect.poll(() => voted(page, 5).count()).toBe(0);
});

test('a star is chosen by arrow keys or the pointer before it is a vote', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const requests = recordRequests(page, /^\/api\/v1\/ratings$/);
  await page.goto('/');
  for (const [index, key] of ['Enter', ' '].entries()) {
    const id = 6 + index;
    await star(page, id, '1 star').focus();
    for (const arrow of ['Right', 'Right', 'Right', 'Left']) {
      await page.keyboard.press(`Arrow${arrow}`);
    }
    await expect.poll(() => star(page, id, '3 stars').isChecked()).toBe(true);
    await expect.poll(() => voted(page, id).count()).toBe(0);
    expect(requests).toHaveLength(index);
    await page.keyboard.press(key);
    await announces(page, `Voted 3 of 5 stars for fact no. ${id}.`);
    await page.keyboard.press('Tab');
    await focused(page, voted(page, id)).waitFor();
  }
  expect(requests).toHaveLength(2);

  const lit = () => fact(page, 8).locator('.star-rating_star[data-lit=true]').count();
  await star(page, 8, '2 stars').hover();
  await expect.poll(lit).toBe(2);
  await page.getByRole('heading', { level: 1 }).hover();
  await expect.poll(lit).toBe(0);
});

test.each([320, 390, 768, 1280, 1920])('a vote moves nothing at %d px', async (width) => {
  for (const path of ['/', '/random', '/fact/3', '/top-100']) {
    await using visitor = await site.visit({ viewport: { width, height: 800 } });
    const { page } = visitor;
    await page.goto(path);
    await settled(page);
    const before = await layoutShift(page);
    const rated = page.getByRole('article').first();
    await rated.getByRole('radio', { name: '4 stars', exact: true }).click();
    await announces(page, /^Voted 4 of 5 stars/);
    await rated.getByText('✓ Voted!').waitFor();
    if (path === '/fact/3') await page.getByRole('table', { name: 'All votes' }).waitFor();
    expect(await layoutShift(page), path).toBe(before);
  }
});
