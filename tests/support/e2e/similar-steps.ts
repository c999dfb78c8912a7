import type { Page, Response, Route } from 'playwright-core';
import { expect } from 'vitest';
import { pauseClock, requestsRecorded, ticksUntilVisible } from './page-steps.ts';
import { FACT, field, outcome, similarHint, submitButton } from './submit-steps.ts';

const SIMILAR = '**/api/v1/jokes/similar';
/** How long a visitor does not type before the form asks. */
const PAUSE_MS = 800;

/** Replaces the draft, waits for the server's response about it and returns its status. */
async function pauseAfter(page: Page, text: string): Promise<number> {
  const isAboutIt = (response: Response) =>
    response.url().endsWith('/jokes/similar') &&
    response.request().postDataJSON().joke_text === text;
  const response = page.waitForResponse(isAboutIt);
  await field(page).fill(text);
  return (await response).status();
}

/**
 * Writes texts that are close to the numbered facts, and checks what the form says and asks the server.
 * The last draft is refused with 429, which the browser's console reports.
 */
export async function writeCloseToFacts(page: Page): Promise<void> {
  const asked: unknown[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/jokes/similar')) asked.push(request.postDataJSON());
  });
  await field(page).fill('');
  await pauseClock(page);
  await field(page).fill('TEST FACT, number 2');
  await field(page).pressSequentially(' of many!');
  await page.clock.runFor(PAUSE_MS - 1);
  await requestsRecorded(page);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await ticksUntilVisible(page, similarHint(page).getByText('Test fact number 2 of many.'));
  await expect.poll(() => similarHint(page).innerText()).toMatch(/^This is close to fact no. 2:/);
  await expect.poll(() => similarHint(page).getByRole('link').getAttribute('href')).toBe('/fact/2');
  // One request for a pause, not one for each key.
  expect(asked).toEqual([{ joke_text: 'TEST FACT, number 2 of many!' }]);
  await page.clock.resume();

  // It disappears with the text that it is about, whose request is canceled; a failure is silent.
  const held = Promise.withResolvers<Route>();
  await page.route(SIMILAR, held.resolve, { times: 1 });
  await field(page).fill('Test fact: number 1, of many');
  await expect.poll(() => similarHint(page).count()).toBe(0);
  const request = (await held.promise).request();
  const canceled = page.waitForEvent('requestfailed', (failed) => failed === request);
  expect(await pauseAfter(page, FACT)).toBe(200);
  await canceled;
  const tooMany = { status: 429, json: { detail: 'Too many requests.' } };
  await page.route(SIMILAR, (route) => route.fulfill(tooMany), { times: 1 });
  expect(await pauseAfter(page, 'Test fact (number 1) of many')).toBe(429);
  await expect.poll(() => similarHint(page).count()).toBe(0);
  await expect.poll(() => outcome(page).textContent()).toBe('');
  await expect.poll(() => submitButton(page).isEnabled()).toBe(true);
}
