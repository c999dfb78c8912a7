import { afterAll, onTestFinished, test } from 'vitest';
import type { SeedJoke } from '../../../local/seed/index.ts';
import type { StackOptions } from '../../../local/stack/start-stack.ts';
import { sharedBrowser } from './browser.ts';
import { openSite, type Site } from './site.ts';

/** Closes the worker's browser after its last file. */
const inWorker = test.extend(
  'browser',
  { scope: 'worker', auto: true },
  // Vitest requires this pattern.
  // oxlint-disable-next-line no-empty-pattern
  async ({}, { onCleanup }) => {
    const browser = await sharedBrowser();
    onCleanup(() => browser.close());
    return browser;
  },
);

/** Opens a site for one test, which stops when the test ends. */
export async function openOwnSite(...given: Parameters<typeof openSite>): Promise<Site> {
  const site = await openSite(...given);
  onTestFinished(() => site[Symbol.asyncDispose]());
  return site;
}

/** Gives the tests of a file a running site with these jokes. */
export function useSite(
  jokes: readonly SeedJoke[],
  options: Partial<StackOptions> = {},
): Omit<Site, typeof Symbol.asyncDispose> {
  let opened: Site | undefined;
  inWorker.beforeAll(async () => {
    opened = await openSite(jokes, options);
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());
  const site = () => {
    if (opened === undefined) throw new Error('The site is not open before beforeAll.');
    return opened;
  };
  return {
    get origin() {
      return site().origin;
    },
    get browser() {
      return site().browser;
    },
    visit: (visitor) => site().visit(visitor),
    bearer: () => site().bearer(),
    open: (...given) => site().open(...given),
  };
}
