import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import type { Visitor } from './browser.ts';
import { overflow } from './page-state.ts';
import { NEWEST, RANDOM, TOP } from './pictures.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const EMPTY = { jokes: [], total: 0, pages: 0, page: 1, per_page: 20 };

/** The screens that load something: what they ask for, and their words for a failure. */
const SCREENS = [
  ['/', '**/api/v1/jokes?*', 'Error loading jokes. Please try again later.'],
  ['/top-100', TOP, 'Error loading top jokes. Please try again later.'],
  ['/newest', NEWEST, 'Error loading newest jokes. Please try again later.'],
  ['/random', RANDOM, 'Error loading random joke. Please try again later.'],
  ['/fact/2', '**/api/v1/jokes/2', 'Error loading joke. Please try again later.'],
] as const;

const site = useSite(numberedJokes(3));

type Answer = (route: Route) => unknown;
interface State {
  name: string;
  answer: Answer;
  /** Waits until the screen is in this state; `failure` are its words for a failure. */
  reached: (page: Page, failure: string) => Promise<void>;
  /** What Chromium itself reports. */
  reported: RegExp;
}

const states: State[] = [
  {
    name: 'loading',
    answer: () => undefined,
    reached: (page) => page.getByText(/^Loading( facts…|\.\.\.)$/).waitFor(),
    reported: /never/,
  },
  {
    name: 'empty',
    answer: (route) =>
      route.request().url().endsWith('/random')
        ? route.fulfill({ status: 404, json: { detail: 'None.' } })
        : route.fulfill({ json: EMPTY }),
    reached: (page) => page.getByText('There are no facts yet.').waitFor(),
    reported: /status of 404/,
  },
  {
    name: 'failed',
    // It is not tried again by itself: the test need not wait for that.
    answer: (route) => route.fulfill({ status: 429, json: { detail: 'Later.' } }),
    reached: (page, failure) => page.getByRole('alert').getByText(failure).waitFor(),
    reported: /status of 429/,
  },
  {
    name: 'offline',
    answer: (route) => route.fulfill({ status: 429, json: { detail: 'Later.' } }),
    async reached(page, failure) {
      await page.getByRole('alert').getByText(failure).waitFor();
      await page.context().setOffline(true);
      await page.getByRole('alert').getByText('You are offline.').waitFor();
    },
    reported: /status of 429/,
  },
];

const views = SCREENS.flatMap(([path, asks, failure]) =>
  states
    // A fact that does not exist is another page.
    .filter(({ name }) => path !== '/fact/2' || name !== 'empty')
    .flatMap((state) =>
      [320, 1280].flatMap((width) =>
        (['light', 'dark'] as const).map((colorScheme) => ({
          path,
          asks,
          failure,
          state,
          name: state.name,
          width,
          colorScheme,
        })),
      ),
    ),
);

/** Opens a screen; a fact's own one from its card, as it otherwise comes with its page. */
async function openScreen({ page }: Visitor, path: string, asks: string, answer: Answer) {
  const isFact = path.startsWith('/fact/');
  if (isFact) {
    await page.goto('/');
    await page.getByRole('article').first().waitFor();
  }
  await page.route(asks, (route) => void answer(route));
  if (isFact) await page.getByRole('link', { name: 'Fact no. 2', exact: true }).click();
  else await page.goto(path);
}

test.each(views)(
  '$path while it is $name, at $width px, $colorScheme: axe finds nothing and nothing scrolls sideways',
  async ({ path, asks, failure, state, width, colorScheme }) => {
    await using visitor = await site.visit({ viewport: { width, height: 800 }, colorScheme });
    visitor.expectConsoleError(state.reported);
    await openScreen(visitor, path, asks, state.answer);
    await state.reached(visitor.page, failure);
    expect(await findViolations(visitor.page)).toEqual([]);
    expect(await overflow(visitor.page)).toBe(0);
  },
);
