import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type Page } from 'playwright-core';
import { CHROMIUM_ARGUMENTS } from './browser.ts';
import { requireBrowser } from '../browsers.ts';

/** A browser with an empty profile. */
export interface FreshBrowser extends AsyncDisposable {
  page: Page;
}

/**
 * Starts a headless Chromium with an empty profile on disk. Unlike a private window, it offers to
 * install the site and makes all requests for that.
 */
export async function openFreshBrowser(): Promise<FreshBrowser> {
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const context = parts.use(
    await chromium.launchPersistentContext(folder, {
      executablePath: requireBrowser('chromium'),
      // Offers the installation without waiting for visitor engagement.
      args: [...CHROMIUM_ARGUMENTS, '--bypass-app-banner-engagement-checks'],
    }),
  );
  const page = context.pages()[0] ?? (await context.newPage());
  const all = parts.move();
  return { page, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
