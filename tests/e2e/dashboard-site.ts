import type { BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { SeedJoke } from '../../local/seed/index.ts';
import type { Visitor } from './browser.ts';
import { createOwner, signIn } from './owner.ts';
import { numberedJokes, openSite, type Site } from './site.ts';

export const LIST = '**/api/v1/jokes?*';

/** A running site that has an administrator. */
export interface DashboardSite extends Site {
  /** Opens a browser on this address, signed in by the session that all share or by `token`'s. */
  open(path: string, options?: BrowserContextOptions, token?: string): Promise<Visitor>;
}

function statusOf(id: number): SeedJoke['status'] {
  if (id % 2 === 0) return 'pending';
  return id % 5 === 0 ? 'rejected' : 'approved';
}

/**
 * `count` jokes, 'Test fact number N of many.': the even ones pending, of the odd ones each fifth
 * rejected, the others approved. Each ninth has 'Ends in a roundhouse.', too.
 */
export function moderatedJokes(count: number): SeedJoke[] {
  return numberedJokes(count).map((joke) => {
    const status = statusOf(joke.joke_id);
    const ending = joke.joke_id % 9 === 0 ? ' Ends in a roundhouse.' : '';
    const joke_text = joke.joke_text + ending;
    if (status === 'approved') return { ...joke, joke_text };
    return { ...joke, joke_text, status, histogram: [0, 0, 0, 0, 0], approved_at: null };
  });
}

/** Starts the real stack on these jokes and claims the site. */
export async function openDashboardSite(jokes: readonly SeedJoke[]): Promise<DashboardSite> {
  const site = await openSite(jokes);
  await createOwner(site.origin);
  const shared = await signIn(site.origin);
  return {
    ...site,
    async open(path, options, token = shared) {
      const visitor = await site.visit(options);
      await visitor.page.addInitScript(
        `if (!sessionStorage.getItem('opened')) localStorage.setItem('adminToken', '${token}');
        sessionStorage.setItem('opened', 'yes');`,
      );
      await visitor.page.goto(path);
      return visitor;
    },
  };
}

/** The row of a joke, in the table or as a card. */
export function row(page: Page, id: number): Locator {
  return page.locator(`[data-joke-id="${id}"]`);
}

/** The ids of the jokes on the page, from top to bottom. */
export async function shownIds(page: Page): Promise<number[]> {
  const rows = await page.locator('[data-joke-id]').all();
  return Promise.all(rows.map(async (each) => Number(await each.getAttribute('data-joke-id'))));
}

/** One of a joke's buttons. */
export function action(page: Page, name: string, id: number): Locator {
  const full = name === 'Preview image' ? `${name} of fact no. ${id},` : `${name} fact no. ${id}`;
  return page.getByRole('button', { name: full, exact: name !== 'Preview image' });
}

/** Waits until this 'Page x of y' is there, and its list too. */
export async function place(page: Page, text: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Pages' }).getByText(text, { exact: true }).waitFor();
  await page.locator('.joke-list[aria-busy=false]').waitFor({ state: 'attached' });
}
