import type { Locator, Page } from 'playwright-core';
import type { Joke } from '../../../functions/src/contract/index.ts';
import { exampleJoke } from '../../../web/src/testing/jokes.ts';

/** The URL pattern of rating requests. */
export const RATINGS = '**/api/v1/ratings';

/** All facts in the page's list. */
export const facts = (page: Page): Locator => page.locator('.joke-card_list').getByRole('article');

/** A fact in a list or on its own page; the list's, if it also leads the home page as that of the day. */
export const fact = (page: Page, id: number): Locator =>
  page.getByRole('article', { name: `Fact no. ${id}`, exact: true }).last();

/** Waits until a fact shows this text. */
export const factShows = (page: Page, id: number, text: string): Promise<void> =>
  fact(page, id).getByText(text, { exact: true }).waitFor();

/** What says that a fact is rated. */
export const voted = (page: Page, id: number): Locator => fact(page, id).getByText('✓ Voted!');

/** A star of a fact, such as '3 stars'. */
export const star = (page: Page, id: number, name: string): Locator =>
  fact(page, id).getByRole('radio', { name, exact: true });

/** The link to another random fact. Has this name only while no request is pending. */
export const anotherLink = (page: Page): Locator =>
  page.getByRole('link', { name: 'Get Another Random Fact' });

/** The text of a numbered joke. */
export const textOf = (id: number): string => `Test fact number ${id} of many.`;

/** An approved fact with this text and two votes. */
export const exampleFact = (id: number): Joke =>
  exampleJoke({ joke_id: id, joke_text: textOf(id), rating: 4, num_votes: 2 });
