import { spawn, type ChildProcess } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Builder, By, until } from 'selenium-webdriver';
import { vi } from 'vitest';
import * as z from 'zod';
import { LOOPBACK } from '../../../local/stack/http-server.ts';
import { freePorts } from '../local/free-ports.ts';
import { requireBrowser } from '../browsers.ts';
import type { ServedPage } from '../e2e/proxy.ts';
import { ELEMENT_TIMEOUT_MS, type Engine, type EnginePage } from './engine.ts';

/** Records errors, in sessionStorage because they outlive the page. */
function recordErrors(): void {
  const record = (text: string) => {
    const errors: unknown = JSON.parse(sessionStorage.getItem('recordedErrors') ?? '[]');
    const earlier = Array.isArray(errors) ? errors : [];
    sessionStorage.setItem('recordedErrors', JSON.stringify([...earlier, text]));
  };
  const error = console.error.bind(console);
  console.error = (...parts: unknown[]) => {
    record(parts.join(' '));
    error(...parts);
  };
  const recordError = (event: Event) =>
    record(
      event instanceof ErrorEvent
        ? event.message
        : `${event.target instanceof Element ? event.target.outerHTML : 'A file'} could not be loaded`,
    );
  addEventListener('error', recordError, true);
  addEventListener('unhandledrejection', ({ reason }) => record(`Unhandled: ${reason}`));
  addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI }) =>
    record(`${effectiveDirective} blocked ${blockedURI}`),
  );
}

const RECORDER = `(${String(recordErrors)})();`;
const RECORDER_SOURCE = `'sha256-${createHash('sha256').update(RECORDER).digest('base64')}'`;

/** The recorded errors, as JSON. They are forgotten. */
function takeErrors(): string {
  const errors = sessionStorage.getItem('recordedErrors') ?? '[]';
  sessionStorage.removeItem('recordedErrors');
  return errors;
}

/**
 * Adds a script to a page that records its errors, for a browser whose driver does not report them.
 * A page without scripts stays as it is.
 */
function withErrorRecorder({ html, policy }: ServedPage): ServedPage {
  if (!policy.includes('script-src ')) return { html, policy };
  return {
    html: html.replace('<head>', () => `<head><script>${RECORDER}</script>`),
    policy: policy.replace('script-src ', () => `script-src ${RECORDER_SOURCE} `),
  };
}

/** Waits until a program has started, and stops it at the latest when this process exits. */
async function started(child: ChildProcess, cleanup: AsyncDisposableStack): Promise<void> {
  await once(child, 'spawn');
  const kill = () => child.kill();
  process.once('exit', kill);
  cleanup.defer(async () => {
    process.off('exit', kill);
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    kill();
    await exit;
  });
}

/** Starts a display that shows nothing, which WebKit needs. Returns its number. */
async function startDisplay(cleanup: AsyncDisposableStack): Promise<string> {
  const display = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x1024x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await started(display, cleanup);
  const [number]: unknown[] = await once(display.stdout, 'data');
  return String(number).trim();
}

/** Starts WebKit's driver on a display. Returns its origin. */
async function startDriver(display: string, cleanup: AsyncDisposableStack): Promise<string> {
  const { hosting: port } = await freePorts();
  const driver = spawn(requireBrowser('webkit'), [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: `:${display}`,
      // The sandbox does not work for root or in a container.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    },
    stdio: 'ignore',
  });
  await started(driver, cleanup);
  const origin = `http://${LOOPBACK}:${port}`;
  await vi.waitFor(() => fetch(`${origin}/status`), { timeout: 30_000 });
  return origin;
}

async function launchWebKit(): Promise<EnginePage> {
  await using parts = new AsyncDisposableStack();
  const server = await startDriver(await startDisplay(parts), parts);
  // The driver starts WebKit's MiniBrowser. Its automated sessions start empty and store nothing.
  const browser = await new Builder()
    .usingServer(server)
    .withCapabilities({ browserName: 'MiniBrowser' })
    .build();
  parts.defer(() => browser.quit());
  const evaluate = (expression: string) => browser.executeScript<unknown>(`return ${expression}`);
  const find = (selector: string) =>
    browser.wait(until.elementLocated(By.css(selector)), ELEMENT_TIMEOUT_MS);
  const all = parts.move();
  return {
    open: (url) => browser.get(url),
    evaluate,
    click: (selector) => find(selector).click(),
    type: (selector, text) => find(selector).sendKeys(text),
    press: (key) => browser.actions().sendKeys(key).perform(),
    takeErrors: async () => {
      const errors = String(await evaluate(`(${String(takeErrors)})()`));
      return z.array(z.string()).parse(JSON.parse(errors));
    },
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** WebKit, Safari's engine, through WebDriver. */
export const webkit: Engine = {
  name: 'WebKit',
  launch: launchWebKit,
  changePage: withErrorRecorder,
};
