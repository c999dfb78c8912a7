import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright-core';
import { onTestFinished, TestRunner, type RunnerTestCase } from 'vitest';

import { findBrowser, requireBrowser } from '../browsers.ts';

/** Chromium's command-line arguments. */
export const CHROMIUM_ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  // Otherwise Chromium starts a spare process for every visitor.
  '--renderer-process-limit=1',
  // Otherwise the headless shell places letters at whole pixels, unlike Chromium.
  '--font-render-hinting=none',
];

/**
 * Starts a headless Chromium with a fresh profile: its headless shell, if that is installed.
 * @throws {Error} how to get a Chromium, if none is found
 */
export function launchBrowser(): Promise<Browser> {
  const executablePath = findBrowser('chromium-headless-shell') ?? requireBrowser('chromium');
  return chromium.launch({ executablePath, args: CHROMIUM_ARGUMENTS });
}

let shared: Promise<Browser> | undefined;

/**
 * The Chromium that all test files of a worker share. Playwright closes it when the worker exits.
 */
export function sharedBrowser(): Promise<Browser> {
  return (shared ??= launchBrowser());
}

/** A visitor with a separate browser context: cookies and storage start empty. Leaves at the latest when the test ends. */
export interface Visitor extends AsyncDisposable {
  page: Page;
  /** The messages of window.alert so far. Each dialog is closed immediately. */
  alerts: string[];
  /** Opens another tab of the same browser. */
  openTab: () => Promise<Page>;
  /** Allows console errors that match. Any other console error fails the test. */
  expectConsoleError: (pattern: RegExp) => void;
}

declare global {
  interface Window {
    /** the text of each change of a live region, the earliest first */
    announced: string[];
    /** also works while a test has paused the page's clock */
    whenIdle: typeof requestIdleCallback;
  }
  var announced: string[];
}

/** Runs first in every page: records what is announced. */
function record(): void {
  window.whenIdle = window.requestIdleCallback.bind(window);
  window.announced = [];
  const regionsIn = ({ target, addedNodes }: MutationRecord): Element[] => {
    const element = target instanceof Element ? target : target.parentElement;
    const around = element?.closest('[role=status]');
    if (around) return [around];
    // Of a log, only what is added is read.
    if (element?.closest('[role=log]'))
      return [...addedNodes].filter((node) => node instanceof Element);
    return [...addedNodes].flatMap((node) => {
      if (!(node instanceof Element)) return [];
      const within = [...node.querySelectorAll('[role=status]')];
      return node.matches('[role=status]') ? [node, ...within] : within;
    });
  };
  new MutationObserver((changes) => {
    for (const region of new Set(changes.flatMap(regionsIn))) {
      const text = region.textContent.replace(/\s+/g, ' ').trim();
      if (text !== '') window.announced.push(text);
    }
  }).observe(document, { childList: true, characterData: true, subtree: true });
}

/** Waits until the controls of a page work, and it has nothing left to do. A page may load no application. */
export function hydrated(page: Page): Promise<void> {
  return page.evaluate(async () => {
    const { dataset } = document.documentElement;
    if (dataset['app'] === undefined) return;
    do await new Promise((resolve) => window.whenIdle(resolve));
    while (dataset['started'] === undefined);
  });
}

const PROBE = '/robots.txt?probe';

/** Waits until the requests of a page are intercepted: Chromium may still send one that comes right after `route`. */
async function intercepted(page: Page): Promise<void> {
  await page.evaluate(async (probe) => {
    // Bounded, so that a page whose requests can't be intercepted does not hang.
    for (let left = 20; left > 0; left -= 1) {
      const { status } = await fetch(probe, { cache: 'no-store' });
      if (status === 204) return;
    }
  }, PROBE);
}

/**
 * Makes a page's `goto` and `reload` wait until controls work, and `route` until it does. With `waitUntil: 'commit'` they
 * don't, for example while a test holds the scripts back.
 */
function waitForControls(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
  const route = page.route.bind(page);
  page.route = async (...given) => {
    const added = await route(...given);
    if (!page.url().startsWith('http')) return added;
    await route(`**${PROBE}`, (probe) => probe.fulfill({ status: 204 }));
    await intercepted(page);
    await page.unroute(`**${PROBE}`);
    return added;
  };
  page.goto = async (url, options) => {
    const response = await goto(url, options);
    if (options?.waitUntil !== 'commit') await hydrated(page);
    return response;
  };
  page.reload = async (options) => {
    const response = await reload(options);
    if (options?.waitUntil !== 'commit') await hydrated(page);
    return response;
  };
  return page;
}

const currentTest = () => TestRunner.getCurrentTest<RunnerTestCase | undefined>();

/**
 * Records what happens in a test's browser as Playwright's trace, which is kept if the test fails. It can't be decided
 * later: no test runs twice.
 * @returns ends the recording
 */
async function startTracing(context: BrowserContext): Promise<() => Promise<void>> {
  if (currentTest() === undefined) return () => Promise.resolve();
  const file = join(tmpdir(), 'chuck-norris-facts-traces', `${randomUUID()}.zip`);
  await context.tracing.start();
  onTestFinished(({ task }) => {
    if (task.result?.state === 'pass') return rmSync(file, { force: true });
    process.stderr.write(`Trace of “${task.name}”: npx playwright-core show-trace ${file}\n`);
  });
  return () => context.tracing.stop({ path: file });
}

/**
 * Opens the site in a visitor's browser. When the visitor leaves, it is an error if any tab had an uncaught
 * exception or an unexpected console error. Chromium also reports violations of the content
 * security policy as console errors.
 */
export async function openVisitor(
  browser: Browser,
  origin: string,
  options: BrowserContextOptions = {},
): Promise<Visitor> {
  const context = await browser.newContext({
    baseURL: origin,
    locale: 'en-US',
    timezoneId: 'UTC',
    // page.route does not see the requests of a service worker.
    serviceWorkers: 'block',
    ...options,
  });
  const stopTracing = await startTracing(context);
  await context.addInitScript(record);
  const alerts: string[] = [];
  const errors: string[] = [];
  // Only a test that goes offline causes these errors, and a request may be under way then.
  const expected: RegExp[] = [/net::ERR_INTERNET_DISCONNECTED/];
  context.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  context.on('weberror', (event) => errors.push(event.error().message));
  context.on('dialog', (dialog) => {
    alerts.push(dialog.message());
    void dialog.accept();
  });
  const runsScripts = options.javaScriptEnabled !== false;
  const openTab = async () => {
    const page = await context.newPage();
    return runsScripts ? waitForControls(page) : page;
  };
  let isOpen = true;
  const leave = async () => {
    if (!isOpen) return;
    isOpen = false;
    await stopTracing();
    await context.close();
    const unexpected = errors.filter((text) => !expected.some((pattern) => pattern.test(text)));
    if (unexpected.length > 0)
      throw new Error(`Unexpected console errors: ${unexpected.join('\n')}`);
  };
  if (currentTest() !== undefined) onTestFinished(leave);
  return {
    page: await openTab(),
    alerts,
    openTab,
    expectConsoleError: (pattern) => expected.push(pattern),
    [Symbol.asyncDispose]: leave,
  };
}
