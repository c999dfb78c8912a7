import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Builder, By, Key, until } from 'selenium-webdriver';
import { vi } from 'vitest';
import * as z from 'zod';
import { LOOPBACK } from '../../../local/stack/http-server.ts';
import { freePorts } from '../../../local/stack/ports.ts';
import { requireBrowser } from '../browsers.ts';
import { ELEMENT_TIMEOUT_MS, type Engine, type EnginePage } from './engine.ts';
import { TAKE_ERRORS, withErrorRecorder } from './error-recorder.ts';

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
    press: (key) =>
      browser
        .actions()
        .sendKeys(key === 'ArrowRight' ? Key.ARROW_RIGHT : key)
        .perform(),
    takeErrors: async () => z.array(z.string()).parse(await evaluate(TAKE_ERRORS)),
    [Symbol.asyncDispose]: () => all.disposeAsync(),
  };
}

/** WebKit, Safari's engine, through WebDriver. */
export const webkit: Engine = {
  name: 'WebKit',
  launch: launchWebKit,
  changePage: withErrorRecorder,
};
