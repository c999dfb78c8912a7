import type { Browser, BrowserContextOptions } from 'playwright-core';
import type { SeedJoke } from '../../local/seed/index.ts';
import type { BackendOptions } from '../../local/stack/backend.ts';
import { startStack } from '../../local/stack/start-stack.ts';
import { openVisitor, sharedBrowser, type Visitor } from './browser.ts';

/** The running site and a browser to look at it. */
export interface Site extends AsyncDisposable {
  origin: string;
  browser: Browser;
  visit(options?: BrowserContextOptions): Promise<Visitor>;
}

/**
 * Starts the real stack on these jokes, which ends when the site is disposed.
 * @param options what else the stack is started with; it runs without the Auth emulator unless asked
 */
export async function openSite(
  jokes: readonly SeedJoke[],
  options: BackendOptions = {},
): Promise<Site> {
  const browser = await sharedBrowser();
  const stack = await startStack({ auth: false, seed: jokes, ...options });
  return {
    origin: stack.origin,
    browser,
    visit: (options) => openVisitor(browser, stack.origin, options),
    [Symbol.asyncDispose]: () => stack.stop(),
  };
}

/** `count` approved jokes, 'Test fact number N of many.', with two votes of 4 stars each. */
export function numberedJokes(count: number): SeedJoke[] {
  return Array.from({ length: count }, (_, index) => {
    const created = new Date(Date.UTC(2025, 0, 1 + index));
    return {
      joke_id: index + 1,
      joke_text: `Test fact number ${index + 1} of many.`,
      status: 'approved',
      histogram: [0, 0, 0, 2, 0],
      created_at: created,
      updated_at: created,
      approved_at: created,
    };
  });
}
