import { afterAll, test } from 'vitest';
import type { SeedJoke } from '../../../local/seed/index.ts';
import type { StackOptions } from '../../../local/stack/start-stack.ts';
import { sharedBrowser } from './browser.ts';
import { openDashboardSite, type DashboardSite } from './dashboard-site.ts';
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

/**
 * Opens a resource before the tests of a file and disposes of it after them. Returns a function
 * that gets the resource.
 */
function forAllTests<T extends AsyncDisposable>(open: () => Promise<T>): () => T {
  let opened: T | undefined;
  inWorker.beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());
  return () => {
    if (opened === undefined) throw new Error('The site is not open before beforeAll.');
    return opened;
  };
}

/** A site without its dispose method. */
type Running<T extends Site> = Omit<T, typeof Symbol.asyncDispose>;

/** Delegates to the site, which opens only after this call. */
function running(site: () => Site): Running<Site> {
  return {
    get origin() {
      return site().origin;
    },
    get browser() {
      return site().browser;
    },
    visit: (visitor) => site().visit(visitor),
  };
}

/** Gives the tests of a file a running site with these jokes. */
export function useSite(
  jokes: readonly SeedJoke[],
  options: Partial<StackOptions> = {},
): Running<Site> {
  return running(forAllTests(() => openSite(jokes, options)));
}

/** Gives the tests of a file a running site with these jokes and an administrator. */
export function useDashboardSite(jokes: readonly SeedJoke[]): Running<DashboardSite> {
  const site = forAllTests(() => openDashboardSite(jokes));
  const open: DashboardSite['open'] = (path, options, token) => site().open(path, options, token);
  return Object.assign(running(site), { open });
}
