import type { Locator, Page } from 'playwright-core';

/** Where votes go to. */
export const RATINGS = '**/api/v1/ratings';

/** All facts of the page. */
export const facts = (page: Page): Locator => page.getByRole('article');

/** A fact of a list, or of a screen of its own. */
export const fact = (page: Page, id: number): Locator =>
  page.getByRole('article', { name: `Fact no. ${id}`, exact: true });

/** One of a fact's stars, as '3 stars'. */
export const star = (page: Page, id: number, name: string): Locator =>
  fact(page, id).getByRole('radio', { name, exact: true });
