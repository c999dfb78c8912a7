import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { fact, star } from '../../support/e2e/fact-steps.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// Each vote is for a different joke. Each joke starts with two 4-star votes.

const site = useSite(numberedJokes(14));

const shows = (page: Page, id: number, text: string) =>
  fact(page, id).getByText(text, { exact: true }).waitFor();
const votedJokes = (page: Page) =>
  page.evaluate<string | null>("localStorage.getItem('votedJokes')");

test('votes work with corrupt or blocked storage and show in other tabs', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const other = await visitor.openTab();
  await other.goto('/');
  await page.addInitScript(`localStorage.setItem('votedJokes', '{"13":"five","x":');
    localStorage.setItem('recentVotes', '[]');`);
  await page.goto('/');
  await star(page, 13, '1 star').click();
  await shows(page, 13, '✓ Voted!');
  await expect.poll(() => votedJokes(page)).toBe('{"13":1}');
  await shows(other, 13, '✓ Voted!');
  await shows(other, 13, '3 votes');
  await shows(other, 13, '3.0/5');
  await expect.poll(() => star(other, 13, '5 stars').isDisabled()).toBe(true);

  const blocked = await visitor.openTab();
  await blocked.addInitScript(`Object.defineProperty(window, 'localStorage', {
    get() { throw new DOMException('', 'SecurityError'); },
  })`);
  await blocked.goto('/');
  await star(blocked, 14, '4 stars').click();
  await announces(blocked, 'Voted 4 of 5 stars for fact no. 14.');
  await shows(blocked, 14, '✓ Voted!');
});
