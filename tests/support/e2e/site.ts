import type { Browser, BrowserContextOptions } from 'playwright-core';
import { DAY_MS, dateOf } from '../../../functions/src/domain/index.ts';
import type { SeedJoke } from '../../../local/seed/index.ts';
import { openContext } from '../../../local/seed/import-jokes.ts';
import { functionEnvironment } from '../../../local/stack/function/cloud-function.ts';
import type { StackOptions } from '../../../local/stack/start-stack.ts';
import { startTestStack } from '../local/test-stack.ts';
import { createAdmin } from './administrator.ts';
import { openVisitor, sharedBrowser, type Visitor } from './browser.ts';

/** Makes the oldest approved joke that of the day, also after midnight, so that it is not a random one. */
async function setDailyJoke(host: string, jokes: readonly SeedJoke[]): Promise<void> {
  const joke = jokes.find(({ status }) => status === 'approved');
  if (!joke) return;
  const { db } = openContext(functionEnvironment({ firestore: host, storage: host, auth: null }));
  // The site prefers a later day that is known to the day of its own clock.
  const date = dateOf(new Date(Date.now() + DAY_MS));
  const days = [{ date, joke_id: joke.joke_id }];
  await db.doc('daily/facts').set({ days, seen: Buffer.from([]) });
  await db.terminate();
}

/** A running site and a browser. */
export interface Site extends AsyncDisposable {
  origin: string;
  browser: Browser;
  visit(options?: BrowserContextOptions): Promise<Visitor>;
  /** The access token of the administrator, whom the first call creates. */
  bearer(): Promise<string>;
  /** Opens a path in a browser signed in as the administrator, with the shared session or with `token`. */
  open(path: string, options?: BrowserContextOptions, token?: string): Promise<Visitor>;
}

/**
 * Starts the real stack with these jokes. Disposing of the site stops it.
 * @param options further options of the stack, which runs without the Auth emulator by default
 */
export async function openSite(
  jokes: readonly SeedJoke[],
  options: Partial<StackOptions> = {},
): Promise<Site> {
  const browser = await sharedBrowser();
  const stack = await startTestStack({ seed: jokes, ...options });
  await setDailyJoke(stack.firestore.host, jokes);
  const { origin } = stack;
  const visit: Site['visit'] = (given) => openVisitor(browser, origin, given);
  let session: Promise<string> | undefined;
  const bearer = () => (session ??= createAdmin(origin));
  return {
    origin,
    browser,
    visit,
    bearer,
    async open(path, given, token) {
      const stored = token ?? (await bearer());
      const visitor = await visit(given);
      await visitor.page.addInitScript((bearer) => {
        if (!sessionStorage.getItem('opened')) localStorage.setItem('adminToken', bearer);
        sessionStorage.setItem('opened', 'yes');
      }, stored);
      await visitor.page.goto(path);
      return visitor;
    },
    [Symbol.asyncDispose]: () => stack.stop(),
  };
}

/**
 * Creates `count` approved jokes with the texts 'Test fact number N of many.' and two 4-star votes
 * each.
 */
export function numberedJokes(count: number): SeedJoke[] {
  return Array.from({ length: count }, (_, index) => {
    const created = new Date(Date.UTC(2025, 0, 1 + index));
    return {
      joke_id: index + 1,
      joke_text: `Test fact number ${index + 1} of many.`,
      status: 'approved',
      histogram: [0, 0, 0, 2, 0],
      created_at: created,
      approved_at: created,
    };
  });
}

/** The joke as one that is not approved: without votes. */
export function unapproved(joke: SeedJoke, status: 'pending' | 'rejected' = 'pending'): SeedJoke {
  return { ...joke, status, histogram: [0, 0, 0, 0, 0], approved_at: null };
}
