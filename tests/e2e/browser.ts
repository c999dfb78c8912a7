import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core';
import { findHeadlessShell } from './find-chromium.ts';

/** What Chromium is started with. */
export const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Else it starts a process ahead of need for every visitor.
  '--renderer-process-limit=1',
  // Else the headless shell sets letters at whole pixels, unlike Chromium itself.
  '--font-render-hinting=none',
];

/** Starts a headless Chromium with a fresh profile. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch({ executablePath: findHeadlessShell(), args: ARGUMENTS });
}

let shared: Promise<Browser> | undefined;

/** The Chromium that all test files of a worker share; Playwright ends it with the worker's process. */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser());
}

/** Someone with a browser of their own: cookies and storage are empty and nobody else's. */
export interface Visitor extends AsyncDisposable {
  page: Page;
  /** What window.alert has said so far; each was closed at once. */
  alerts: string[];
  /** Another tab of the same browser. */
  openTab(): Promise<Page>;
  /** Lets the console errors pass that match; any other fails the test. */
  expectConsoleError(pattern: RegExp): void;
}

/**
 * Opens a visitor's browser on the site. When it is disposed, everything that went wrong unasked,
 * in any tab, fails the test: console errors, which is also how Chromium reports a violation of the
 * content security policy, and exceptions nobody caught.
 */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    // What a worker requests, page.route does not see.
    serviceWorkers: 'block',
    ...options,
  });
  const alerts: string[] = [];
  const errors: string[] = [];
  const expected: RegExp[] = [];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (event) => errors.push(event.error().message));
  context.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  return {
    page: await context.newPage(),
    alerts,
    openTab: () => context.newPage(),
    expectConsoleError: (pattern) => expected.push(pattern),
    async [Symbol.asyncDispose]() {
      await context.close();
      const unexpected = errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
      if (unexpected.length > 0) throw new Error(`In the console: ${unexpected.join('\n')}`);
    },
  };
}
