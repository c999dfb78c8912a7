import type { Locator, Page } from 'playwright-core';
import type { Joke } from '../../../functions/src/contract/index.ts';
import { exampleJoke } from '../../../web/src/testing/jokes.ts';
import { fact } from './fact-steps.ts';
import { openInShell, RANDOM } from './images.ts';

/** An approved fact with two votes and the text 'Test fact number N of many.'. */
export const exampleFact = (id: number): Joke =>
  exampleJoke({
    joke_id: id,
    joke_text: `Test fact number ${id} of many.`,
    rating: 4,
    num_votes: 2,
  });

/** Answers random-fact requests with these facts in order. Returns the ids drawn so far. */
export async function answerRandomFacts(page: Page, ids: Iterable<number>): Promise<number[]> {
  await openInShell(page);
  const drawn: number[] = [];
  const rest = Array.from(ids);
  await page.route(RANDOM, async (route) => {
    const id = rest.shift();
    if (id === undefined)
      throw new Error('The page requested more random facts than the test provides.');
    drawn.push(id);
    await route.fulfill({ json: exampleFact(id) });
  });
  return drawn;
}

/** Waits until the random screen shows this fact and no request is pending. */
export async function showsRandomFact(page: Page, id: number): Promise<void> {
  await fact(page, id).getByText(`Test fact number ${id} of many.`, { exact: true }).waitFor();
  await anotherLink(page).waitFor();
}

/** The link to another fact. Has this name only while no request is pending. */
export const anotherLink = (page: Page): Locator =>
  page.getByRole('link', { name: 'Get Another Random Fact' });
