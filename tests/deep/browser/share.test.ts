import { createServer } from 'node:http';
import type { Locator, Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import type { Visitor } from '../../support/e2e/browser.ts';
import { closeServer, listeningPort } from '../../../local/stack/http-server.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { dialog, dialogButton, dialogShows } from '../../support/e2e/dialog-steps.ts';
import { focused } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

/**
 * Replaces the share sheet. Records what is shared, and reports a cancellation if
 * window.closesSheet is set.
 */
const SHARE_SHEET = `window.shared = [];
navigator.canShare = ({ files }) => files === undefined || window.sharesFiles === true;
navigator.share = ({ files, ...link }) => {
  const data = { ...link, ...(files && { files: files.map(({ name, size }) => [name, size > 0]) }) };
  window.shared.push(data);
  return window.closesSheet
    ? Promise.reject(new DOMException('Share canceled', 'AbortError'))
    : Promise.resolve();
};`;

/** A PNG file of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

const REPORTS = '**/api/v1/reports';
const CARDS = '**/api/v1/cards/*.png';

const REFUSED_CLIPBOARD =
  "navigator.clipboard.writeText = () => Promise.reject(new DOMException('', 'NotAllowedError'))";

/** As on pages without encryption. */
const NO_CLIPBOARD = "Object.defineProperty(navigator, 'clipboard', { value: undefined })";

const SELECT_IT = '✗ Your browser doesn’t allow copying. Select the text and copy it.';

const site = useSite(numberedJokes(3));

const shareButtons = (page: Page) => page.getByRole('button', { name: /^Share fact no\. \d+$/ });
const clipboard = (page: Page) => page.evaluate<string>('navigator.clipboard.readText()');
const shared = (page: Page) => page.evaluate<unknown>('window.shared');

async function isAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await expect.poll(() => findViolations(page), { message: colorScheme }).toEqual([]);
  }
}

async function openScreen(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await shareButtons(page).first().waitFor();
}

/** The number of the fact that a button belongs to. */
async function numberOf(button: Locator): Promise<number> {
  const name = await button.getAttribute('aria-label');
  return Number(name?.replace(/\D+/, ''));
}

async function visit(screen?: { width: number; height: number }) {
  return site.visit({
    permissions: ['clipboard-read', 'clipboard-write'],
    ...(screen && { viewport: screen }),
  });
}

test('without a share sheet, a visitor copies a fact’s link or text, or shares it on a site', async () => {
  await using visitor = await visit();
  const { page, alerts } = visitor;
  await openScreen(page, '/fact/2');
  const share = shareButtons(page);
  const copied = `${site.origin}/fact/2`;
  await share.focus();
  await page.keyboard.press('Enter');
  const opened = dialog(page, 'Share fact no. 2');
  await focused(page, opened.getByRole('textbox', { name: 'Link' })).waitFor();
  await expect.poll(() => opened.getByRole('textbox', { name: 'Link' }).inputValue()).toBe(copied);
  await dialogButton(page, 'Copy link').click();
  await dialogShows(page, '✓ Copied the link.');
  await expect.poll(() => clipboard(page)).toBe(copied);
  await dialogButton(page, 'Copy text').click();
  await dialogShows(page, '✓ Copied the text.');
  await expect.poll(() => clipboard(page)).toBe(`Test fact number 2 of many.\n${copied}`);
  await page.keyboard.press('Escape');
  await focused(page, share).waitFor();
  expect(alerts).toEqual([]);
  await page.route(CARDS, (route) => route.fulfill({ contentType: 'image/png', body: PIXEL }));
  await shareButtons(page).click();
  await dialogButton(page, 'Copy image').click();
  await dialogShows(page, '✓ Copied the image.');
  await isAccessible(page);
  const ways = await dialog(page, 'Share fact no. 2')
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')));
  const [text, url] = ['Test fact number 2 of many.', `${site.origin}/fact/2`].map(
    encodeURIComponent,
  );
  expect(ways).toEqual([
    `https://wa.me/?text=${text}%0A${url}`,
    `https://www.facebook.com/sharer/sharer.php?u=${url}`,
    `https://bsky.app/intent/compose?text=${text}%0A${url}`,
    `https://www.reddit.com/submit?url=${url}&title=${text}`,
    `https://x.com/intent/post?text=${text}&url=${url}`,
    `sms:?body=${text}%0A${url}`,
    `mailto:?subject=A%20fact%20about%20Chuck%20Norris&body=${text}%0A%0A${url}`,
  ]);
  await page.evaluate(REFUSED_CLIPBOARD);
  await dialogButton(page, 'Copy link').click();
  await dialogShows(page, SELECT_IT);
  await dialogButton(page, 'Copy text').click();
  await announces(page, /^✗ Couldn’t copy the text\. Your browser/);
  const box = await page.getByRole('dialog').boundingBox();
  await page.mouse.click((box?.x ?? 0) + 9, (box?.y ?? 0) + 9);
  await dialog(page, 'Share fact no. 2').waitFor();
  await page.mouse.click((box?.x ?? 0) - 9, (box?.y ?? 0) + 9);
  await page.getByRole('dialog').waitFor({ state: 'detached' });
});

test('every card has a Share button, which opens the share sheet if there is one', async () => {
  await using visitor = await visit();
  const { page, alerts } = visitor;
  await page.addInitScript(SHARE_SHEET);
  await openScreen(page, '/');
  for (const [link, title, count] of [
    ['Top 100', 'Top 100 Chuck Norris Facts', 3],
    ['Newest', 'Newest Chuck Norris Facts', 3],
    ['Random', 'Random Chuck Norris Fact', 1],
    ['Chuck Norris Facts', /20 Years/, 4],
    ['Fact no. 2', 'Fact no. 2', 1],
  ] as const) {
    await page.getByRole('link', { name: link, exact: true }).click();
    await page.getByRole('heading', { name: title, level: 1 }).waitFor();
    await shareButtons(page).first().waitFor();
    await expect.poll(() => shareButtons(page).count()).toBe(count);
    const id = await numberOf(shareButtons(page).first());
    await page.evaluate('window.shared = []');
    await shareButtons(page).first().focus();
    await page.keyboard.press('Enter');
    await expect
      .poll(() => shared(page))
      .toEqual([{ text: `Test fact number ${id} of many.`, url: `${site.origin}/fact/${id}` }]);
  }
  await page.evaluate('window.closesSheet = true');
  await shareButtons(page).click();
  await shareButtons(page).click();
  await expect.poll(() => shared(page)).toHaveLength(3);
  await expect.poll(() => page.getByRole('alert').count()).toBe(0);
  expect(alerts).toEqual([]);
});

test('a fact is shared with its card', async () => {
  await using visitor = await visit();
  const { page, alerts } = visitor;
  visitor.expectConsoleError(/status of 503/);
  await page.addInitScript(SHARE_SHEET);
  await page.addInitScript('window.sharesFiles = true');
  let loaded = 0;
  await page.route(CARDS, (route) => {
    loaded += 1;
    return loaded === 1
      ? route.fulfill({ status: 503, json: { detail: 'Later.' } })
      : route.fulfill({ contentType: 'image/png', body: 'a card' });
  });
  await openScreen(page, '/fact/2');
  const link = { text: 'Test fact number 2 of many.', url: `${site.origin}/fact/2` };
  const save = async () => {
    await page.getByRole('button', { name: 'More about fact no. 2' }).click();
    await page.getByRole('button', { name: 'Save as image' }).click();
  };
  await shareButtons(page).click();
  await expect.poll(() => shared(page)).toEqual([link]);
  await shareButtons(page).click();
  const files = [['chuck-norris-fact-2.png', true]];
  await expect.poll(() => shared(page)).toEqual([link, { ...link, files }]);

  const download = page.waitForEvent('download');
  await save();
  expect((await download).suggestedFilename()).toBe('chuck-norris-fact-2.png');
  await announces(page, 'Saved fact no. 2 as an image.');
  expect(loaded).toBe(2);

  await page.evaluate(
    "navigator.share = () => Promise.reject(new DOMException('', 'NotAllowedError'))",
  );
  await shareButtons(page).click();
  await expect.poll(() => alerts).toEqual([expect.stringContaining('Please try again.')]);
  await page.reload();
  await page.unroute(CARDS);
  await page.route(CARDS, (route) => route.fulfill({ status: 503, json: { detail: 'Later.' } }));
  await save();
  await expect.poll(() => alerts).toHaveLength(2);
});

test('a visitor copies code that shows the fact in a page of another site', async () => {
  await using visitor = await visit({ width: 390, height: 844 });
  const { page } = visitor;
  await openScreen(page, '/fact/2');
  const more = page.getByRole('button', { name: 'More about fact no. 2' });
  await more.click();
  await page.getByRole('button', { name: 'Embed', exact: true }).click();
  await dialog(page, 'Embed fact no. 2').waitFor();
  const code = page.getByRole('textbox', { name: 'Code for your page' });
  await focused(page, code).waitFor();
  const preview = page.frameLocator('iframe[title="Fact no. 2"]');
  await preview.getByText('Test fact number 2 of many.').waitFor();
  await dialogButton(page, 'Copy code').click();
  await dialogShows(page, '✓ Copied the code.');
  const copied = await clipboard(page);
  await expect.poll(() => code.inputValue()).toBe(copied);
  await isAccessible(page);
  await page.evaluate(NO_CLIPBOARD);
  await dialogButton(page, 'Copy code').click();
  await dialogShows(page, SELECT_IT);
  await page.keyboard.press('Escape');
  await focused(page, more).waitFor();

  visitor.expectConsoleError(/frame-ancestors/);
  // Of the test, which records announcements in every frame; the embedded page has none.
  visitor.expectConsoleError(/^Blocked script execution in '[^']+\/embed\/fact\/2'/);
  expect(await (await fetch(`${site.origin}/embed/fact/2`)).text()).not.toContain('<script');
  const elsewhere = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!doctype html><title>A blog</title>${copied}
      <iframe id="page" src="${site.origin}/fact/2"></iframe>`);
  });
  try {
    const port = await listeningPort(elsewhere.listen(0, '127.0.0.1'));
    await page.goto(`http://127.0.0.1:${port}/`, { waitUntil: 'load' });
    await preview.getByText('Test fact number 2 of many.').waitFor();
    const opened = page.waitForEvent('popup');
    await preview.getByRole('link', { name: 'Chuck Norris Facts' }).click();
    const fact = await opened;
    await shareButtons(fact).waitFor();
    expect(fact.url()).toBe(`${site.origin}/fact/2`);
    const urls = () => page.frames().map((frame) => frame.url());
    await expect.poll(urls).toContain('chrome-error://chromewebdata/');
  } finally {
    await closeServer(elsewhere);
  }
});

/** Opens fact 2. @returns the page with the button of its menu and the menu's item for reporting it */
async function openFact(visitor: Visitor) {
  const { page } = visitor;
  await page.goto('/fact/2');
  return {
    page,
    more: page.getByRole('button', { name: 'More about fact no. 2', exact: true }),
    report: page.getByRole('button', { name: 'Report', exact: true }),
  };
}

test('the menu of a fact opens by keyboard and closes with Escape', async () => {
  await using visitor = await visit({ width: 390, height: 844 });
  visitor.expectConsoleError(/net::ERR_FAILED/);
  const { page, more, report } = await openFact(visitor);
  await more.focus();
  await page.keyboard.press('Enter');
  await report.waitFor();
  await expect.poll(() => more.getAttribute('aria-expanded')).toBe('true');
  await isAccessible(page);
  await page.keyboard.press('Escape');
  await report.waitFor({ state: 'hidden' });
  await focused(page, more).waitFor();

  // The form's script can't be loaded.
  await page.route('**/report-dialog*.js', (route) => route.abort());
  await more.click();
  await report.click();
  const failed = [expect.stringContaining('Please check your connection')];
  await expect.poll(() => visitor.alerts).toEqual(failed);
});

test('a visitor reports a fact from its menu, once', async () => {
  await using visitor = await visit({ width: 390, height: 844 });
  visitor.expectConsoleError(/status of (409|429)|net::ERR_INTERNET_DISCONNECTED/);
  const { page, more, report } = await openFact(visitor);
  await more.click();
  for (let item = 0; item < 3; item += 1) await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await dialog(page, 'Report fact no. 2').waitFor();
  await dialogButton(page, 'Send').click();
  await dialogShows(page, 'Please choose a reason.');
  const choice = page.getByRole('radio', { name: 'It’s a duplicate' });
  await choice.check();
  await isAccessible(page);
  await page.context().setOffline(true);
  await dialogShows(page, 'Reporting needs a connection.');
  await page.context().setOffline(false);

  const held = Promise.withResolvers<Route>();
  await page.route(REPORTS, held.resolve, { times: 1 });
  await dialogButton(page, 'Send').click();
  const route = await held.promise;
  await dialogButton(page, 'Sending...').waitFor();
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await route.fulfill({
    status: 429,
    headers: { 'retry-after': '600' },
    json: { detail: 'Too many requests. Please try again later.' },
  });
  await page.getByText('Your network can report again in about 10 minutes.').waitFor();
  await expect.poll(() => choice.isChecked()).toBe(true);
  await dialogButton(page, 'Send').click();
  await dialogShows(page, 'Thanks. We’ll take a look.');
  await dialogButton(page, 'Close').click();
  await focused(page, more).waitFor();

  await more.click();
  await report.click();
  await page.getByRole('radio', { name: 'Something else' }).check();
  await dialogButton(page, 'Send').click();
  await dialogShows(page, 'You have already reported this fact.');
  await page.keyboard.press('Escape');
  await focused(page, more).waitFor();
});
