import type { Locator, Page } from 'playwright-core';

/** The URL pattern of rating requests. */
export const RATINGS = '**/api/v1/ratings';

/** All facts in the page's list. */
export const facts = (page: Page): Locator => page.locator('.joke-card_list').getByRole('article');

/** A fact in a list or on its own page; the list's, if it also leads the home page as that of the day. */
export const fact = (page: Page, id: number): Locator =>
  page.getByRole('article', { name: `Fact no. ${id}`, exact: true }).last();

/** A star of a fact, such as '3 stars'. */
export const star = (page: Page, id: number, name: string): Locator =>
  fact(page, id).getByRole('radio', { name, exact: true });
