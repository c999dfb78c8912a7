import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chromium, type BrowserContextOptions, type Page } from 'playwright-core';
import { ARGUMENTS } from './browser.ts';
import { findChromium } from './find-chromium.ts';

/** Someone who has never been anywhere: a browser with an empty profile. */
export interface Newcomer extends AsyncDisposable {
  page: Page;
}

/**
 * Starts a headless Chromium for a newcomer. It is no private window, in which the browser asks for
 * less and offers no installation.
 */
export async function openNewcomer(options: BrowserContextOptions = {}): Promise<Newcomer> {
  await using parts = new AsyncDisposableStack();
  const folder = mkdtempSync(join(tmpdir(), 'newcomer-'));
  parts.defer(() => rmSync(folder, { recursive: true, force: true }));
  const context = parts.use(
    await chromium.launchPersistentContext(folder, {
      executablePath: findChromium(),
      // It offers an installation without having seen the visitor around for a while.
      args: [...ARGUMENTS, '--bypass-app-banner-engagement-checks'],
      ...options,
    }),
  );
  const page = context.pages()[0] ?? (await context.newPage());
  const all = parts.move();
  return { page, [Symbol.asyncDispose]: () => all.disposeAsync() };
}
