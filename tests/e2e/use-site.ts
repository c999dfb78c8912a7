import { afterAll, test } from 'vitest';
import type { SeedJoke } from '../../local/seed/index.ts';
import type { BackendOptions } from '../../local/stack/backend.ts';
import { sharedBrowser } from './browser.ts';
import { openDashboardSite, type DashboardSite } from './dashboard-site.ts';
import { openSite, type Site } from './site.ts';

/** Ends the worker's browser after its last file. */
const inWorker = test.extend(
  'browser',
  { scope: 'worker', auto: true },
  // Vitest insists on the pattern.
  // oxlint-disable-next-line no-empty-pattern
  async ({}, { onCleanup }) => {
    const browser = await sharedBrowser();
    onCleanup(() => browser.close());
    return browser;
  },
);

/** Opens something before the tests of a file and disposes of it after them; returns how to get at it meanwhile. */
function whileTesting<T extends AsyncDisposable>(open: () => Promise<T>): () => T {
  let opened: T | undefined;
  inWorker.beforeAll(async () => {
    opened = await open();
  });
  afterAll(() => opened?.[Symbol.asyncDispose]());
  return () => {
    if (opened === undefined) throw new Error('The site is there from beforeAll on');
    return opened;
  };
}

/** Everything of a site but how it ends. */
type Running<T extends Site> = Omit<T, typeof Symbol.asyncDispose>;

/** What every site offers while it runs, asked of it only when a test asks. */
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

/** Gives the tests of a file the running site, on these jokes, and a browser. */
export function useSite(jokes: readonly SeedJoke[], options: BackendOptions = {}): Running<Site> {
  return running(whileTesting(() => openSite(jokes, options)));
}

/** The same, on a site that has an administrator. */
export function useDashboardSite(jokes: readonly SeedJoke[]): Running<DashboardSite> {
  const site = whileTesting(() => openDashboardSite(jokes));
  const open: DashboardSite['open'] = (path, options, token) => site().open(path, options, token);
  return Object.assign(running(site), { open });
}
