import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { findViolations } from './axe.ts';
import { overflow } from './page-state.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

const site = useSite(numberedJokes(45));

/** The screens, and what is on them once they are ready. */
const screens: [string, (page: Page) => Promise<unknown>][] = [
  ['/', (page) => page.getByText('Page 1 of 3').waitFor()],
  ['/top-100', (page) => page.getByRole('article').first().waitFor()],
  ['/random', (page) => page.getByRole('group').first().waitFor()],
  ['/newest', (page) => page.getByRole('article').first().waitFor()],
  [
    '/login',
    (page) =>
      page
        .getByRole('button', { name: /google/i })
        .first()
        .waitFor(),
  ],
  ['/setup-admin', (page) => page.getByRole('button', { name: 'Create Admin User' }).waitFor()],
];

const views = screens.flatMap(([path, ready]) =>
  [320, 1280].flatMap((width) =>
    (['light', 'dark'] as const).map((colorScheme) => ({ path, ready, width, colorScheme })),
  ),
);

test.each(views)('axe finds nothing on $path at $width px, $colorScheme', async (view) => {
  const { path, ready, width, colorScheme } = view;
  await using visitor = await site.visit({ viewport: { width, height: 800 }, colorScheme });
  await visitor.page.goto(path);
  await ready(visitor.page);
  expect(await findViolations(visitor.page)).toEqual([]);
  expect(await overflow(visitor.page)).toBe(0);
});
