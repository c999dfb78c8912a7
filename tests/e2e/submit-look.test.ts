import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { doubleText, overflow } from './page-state.ts';
import { numberedJokes } from './site.ts';
import {
  ACCEPTED,
  answerSubmissions,
  FACT,
  field,
  openForm,
  outcome,
  submitButton,
  submitted,
  SUBMIT,
} from './submit-steps.ts';
import { useSite } from './use-site.ts';

const site = useSite(numberedJokes(1));

const TOO_MANY = {
  status: 429,
  headers: { 'retry-after': '2533' },
  json: { detail: 'Too many requests. Please try again later.' },
};

/** Every state of the screen, and how one gets there. */
const states: Record<string, (page: Page) => Promise<void>> = {
  empty: () => Promise.resolve(),
  full: (page) => field(page).fill('Roundhouse'.repeat(60)),
  offline: async (page) => {
    await field(page).fill(FACT);
    await page.context().setOffline(true);
    await page.getByText('Submitting needs a connection.').waitFor();
  },
  sending: async (page) => {
    const held = Promise.withResolvers<Route>();
    await page.route(SUBMIT, held.resolve);
    await field(page).fill(FACT);
    await submitButton(page).click();
    await held.promise;
  },
  failed: async (page) => {
    await answerSubmissions(page, TOO_MANY);
    await field(page).fill(FACT);
    await submitButton(page).click();
    await outcome(page).getByText('Too many requests.').waitFor();
  },
  submitted: async (page) => {
    await answerSubmissions(page, ACCEPTED);
    await field(page).fill(`${FACT} ${'Roundhouse'.repeat(20)}`);
    await submitButton(page).click();
    await submitted(page);
  },
};

const views = Object.entries(states).flatMap(([state, reach]) =>
  [320, 1280].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ state, reach, width, colorScheme })),
  ),
);

test.each(views)('$state at $width px, $colorScheme: axe finds nothing', async (view) => {
  const { reach, width, colorScheme } = view;
  await using visitor = await site.visit({ viewport: { width, height: 800 }, colorScheme });
  visitor.expectConsoleError(/status of 429/);
  await openForm(visitor.page);
  await reach(visitor.page);
  expect(await findViolations(visitor.page)).toEqual([]);
});

test.each(Object.keys(states))(
  '%s: nothing scrolls sideways, with doubled text neither',
  async (state) => {
    await using visitor = await site.visit();
    const { page } = visitor;
    visitor.expectConsoleError(/status of 429/);
    await openForm(page);
    await states[state]?.(page);
    for (const double of [false, true]) {
      if (double) await doubleText(page);
      for (const width of [320, 768, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        expect(await overflow(page), `${width} px`).toBe(0);
      }
    }
  },
);
