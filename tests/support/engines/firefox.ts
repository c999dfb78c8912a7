import { launch } from 'puppeteer-core';
import { requireBrowser } from '../browsers.ts';
import { ELEMENT_TIMEOUT_MS, type Engine, type EnginePage } from './engine.ts';

async function launchFirefox(): Promise<EnginePage> {
  const browser = await launch({
    browser: 'firefox',
    executablePath: requireBrowser('firefox'),
    headless: true,
  });
  const page = await browser.newPage();
  page.setDefaultTimeout(ELEMENT_TIMEOUT_MS);
  let errors: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text());
  });
  // Firefox also reports violations of the content security policy here.
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    open: async (url) => void (await page.goto(url)),
    evaluate: (expression) => page.evaluate(expression),
    // A locator's click waits forever for a transparent element.
    click: async (selector) => (await page.waitForSelector(selector))?.click(),
    type: async (selector, text) => (await page.waitForSelector(selector))?.type(text),
    press: (key) => page.keyboard.press(key),
    takeErrors: () => {
      const taken = errors;
      errors = [];
      return Promise.resolve(taken);
    },
    [Symbol.asyncDispose]: () => browser.close(),
  };
}

/** Firefox, through WebDriver BiDi. */
export const firefox: Engine = { name: 'Firefox', launch: launchFirefox };
