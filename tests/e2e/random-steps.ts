import type { Locator, Page } from 'playwright-core';
import type { Joke } from '../../functions/src/contract/index.ts';
import { fact } from './fact-steps.ts';
import { RANDOM } from './pictures.ts';

/** An approved fact with two votes, 'Test fact number N of many.'. */
export function exampleFact(id: number): Joke {
  return {
    joke_id: id,
    joke_text: `Test fact number ${id} of many.`,
    rating: 4,
    num_votes: 2,
    user_can_vote: true,
    status: 'approved',
    status_id: 1,
    image_url: null,
    created_at: '2025-01-01T00:00:00.000Z',
  };
}

/** Answers the draws with these facts, one after the other; returns those drawn so far. */
export async function answerDraws(page: Page, ids: Iterable<number>): Promise<number[]> {
  const drawn: number[] = [];
  const rest = Array.from(ids);
  await page.route(RANDOM, async (route) => {
    const id = rest.shift();
    if (id === undefined) throw new Error('More facts are drawn than there are.');
    drawn.push(id);
    await route.fulfill({ json: exampleFact(id) });
  });
  return drawn;
}

/** Waits until this fact is on the random screen, and no other one is on its way. */
export async function showsFact(page: Page, id: number): Promise<void> {
  await fact(page, id).getByText(`Test fact number ${id} of many.`, { exact: true }).waitFor();
  await anotherButton(page).waitFor();
}

/** The button for another fact, while none is on its way. */
export const anotherButton = (page: Page): Locator =>
  page.getByRole('button', { name: 'Get Another Random Fact' });
