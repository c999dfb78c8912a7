import { createServer } from 'node:http';
import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { closeServer, listeningPort } from '../../../local/stack/http-server.ts';
import { mockAdminSession } from '../../support/e2e/administrator.ts';
import { findViolations } from '../../support/e2e/axe.ts';
import { openVisitor } from '../../support/e2e/browser.ts';
import { RATINGS } from '../../support/e2e/fact-steps.ts';
import {
  focused,
  layoutShift,
  fontsLoaded,
  framesDrawn,
  settled,
} from '../../support/e2e/page-state.ts';
import { announces, link, shows } from '../../support/e2e/page-steps.ts';
import {
  breakImages,
  illustrate,
  imageUrlOf,
  openInShell,
  RANDOM,
  serveImages,
} from '../../support/e2e/images.ts';
import {
  anotherLink as another,
  answerRandomFacts,
  exampleFact,
  showsRandomFact,
} from '../../support/e2e/random-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

// The client does not retry a 429, so the tests do not wait for retries.
const FAILED = { status: 429, json: { detail: 'Later.' } };

const site = useSite(numberedJokes(30));

const fact = (page: Page) => page.getByRole('article');
const image = (page: Page) => page.getByRole('img', { name: /^Illustration of fact no\. \d+$/ });

test("the link to another fact shows 'Loading...', and the current fact stays until the next one loads, or if it fails to load", async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/random');
  await another(page).waitFor();
  const before = await fact(page).locator('p').innerText();
  const held = Promise.withResolvers<Route>();
  let draws = 0;
  await page.route(RANDOM, (route) => {
    draws += 1;
    held.resolve(route);
  });
  await another(page).focus();
  const place = await another(page).boundingBox();
  await page.keyboard.press('Enter');
  const route = await held.promise;
  const busy = link(page, 'Loading...');
  await busy.waitFor();
  expect(await busy.boundingBox()).toEqual(place);
  await expect.poll(() => findViolations(page), { message: 'loading' }).toEqual([]);
  await expect.poll(() => busy.isDisabled()).toBe(true);
  await expect.poll(() => fact(page).locator('p').innerText()).toBe(before);
  await page.keyboard.press('Enter');
  await route.fulfill({ json: exampleFact(999) });
  await shows(page, 'Test fact number 999 of many.');
  await focused(page, another(page)).waitFor();
  expect(draws).toBe(1);

  visitor.expectConsoleError(/status of 429/);
  await page.route(RANDOM, (failing) => failing.fulfill(FAILED));
  await another(page).click();
  await shows(page, 'Error loading random joke. Please try again later.');
  await shows(page, 'Test fact number 999 of many.');
  await expect.poll(() => findViolations(page), { message: 'failed' }).toEqual([]);
  await page.unroute(RANDOM);
  await another(page).click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('a fact is shown with its image, a broken image is hidden, and an administrator can generate a missing one', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 404/);
  await illustrate(page);
  await serveImages(page);
  await page.goto('/random');
  await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 0')).toBe(true);
  await expect.poll(() => findViolations(page), { message: 'with an image' }).toEqual([]);
  expect(await layoutShift(page)).toBe(0);
  await page.unrouteAll();
  await illustrate(page);
  await breakImages(page);
  await page.reload();
  await fact(page).waitFor();
  await image(page).waitFor({ state: 'detached' });

  await page.unrouteAll();
  await mockAdminSession(page);
  await serveImages(page);
  await page.route('**/api/v1/images/generate/**', (route) =>
    route.fulfill({ json: { success: true, image_url: imageUrlOf(1) } }),
  );
  await page.reload();
  await page.getByRole('button', { name: 'Generate Image' }).click();
  await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 0')).toBe(true);
  await expect.poll(() => image(page).getAttribute('src')).toMatch(/-640\.webp\?t=\d+$/);
  await expect.poll(() => page.getByRole('button', { name: /generat/i }).count()).toBe(0);
});

test.each([
  ['a phone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }],
  ['a laptop', { viewport: { width: 1280, height: 800 } }],
])(
  'the first screen of %s shows a whole fact of 300 characters with its stars, number and the link to another one, and its image where that is beside it',
  async (_, options) => {
    await using visitor = await site.visit(options);
    const { page } = visitor;
    const joke_text = 'Chuck Norris read the terms. '.repeat(11).slice(0, 300);
    const json = { ...exampleFact(7), joke_text, image_url: imageUrlOf(7) };
    await openInShell(page);
    await page.route(RANDOM, (route) => route.fulfill({ json }));
    await serveImages(page);
    await page.goto('/random');
    await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 0')).toBe(true);
    await fontsLoaded(page);
    const number = link(page, 'Fact no. 7');
    await expect.poll(() => number.getAttribute('href')).toBe('/fact/7');
    await expect.poll(() => another(page).getAttribute('href')).toBe('/random');
    const parts = [
      number,
      fact(page).locator('p'),
      ...('hasTouch' in options ? [] : [image(page)]),
    ];
    const { height } = options.viewport;
    for (const part of [...parts, fact(page).getByRole('radio').last(), another(page)]) {
      const box = await part.boundingBox();
      expect(box?.y, String(part)).toBeGreaterThan(0);
      expect((box?.y ?? height) + (box?.height ?? 0), String(part)).toBeLessThan(height);
    }
    expect(await layoutShift(page)).toBe(0);
    const hints = page.locator('.single-screen_end p').filter({ visible: true });
    const hint = 'hasTouch' in options ? /^or swipe left$/ : /^→ another\s+← back\s+1 to 5 rate$/;
    await expect.poll(() => hints.allInnerTexts()).toEqual([expect.stringMatching(hint)]);
  },
);

test('the keys 1 to 5 rate the fact, and a refused vote is taken back', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await answerRandomFacts(page, [1, 2]);
  await page.goto('/random');
  await showsRandomFact(page, 1);
  await page.keyboard.press('3');
  await shows(page, '✓ Voted!');
  await announces(page, 'Voted 3 of 5 stars');

  visitor.expectConsoleError(/status of 404/);
  await page.route(RATINGS, (route) => route.fulfill({ status: 404, json: { detail: 'No.' } }));
  await page.keyboard.press('ArrowRight');
  await showsRandomFact(page, 2);
  await page.keyboard.press('5');
  await shows(page, '✗ Not counted');
  await expect.poll(() => visitor.alerts).toHaveLength(1);
});

test.each(['</h1>', '<p class="large-joke_text', '<fieldset', '</article>', '<footer'])(
  'nothing moves if the rest of the page arrives later, from %s on',
  async (from) => {
    const rest = Promise.withResolvers<void>();
    const slowly = createServer((request, response) => {
      void (async () => {
        const answer = await fetch(site.origin + (request.url ?? '/'));
        const type = answer.headers.get('content-type') ?? '';
        const body = Buffer.from(await answer.arrayBuffer());
        response.writeHead(answer.status, { 'content-type': type });
        const cut = type.startsWith('text/html') ? body.indexOf(from) : -1;
        if (cut > 0) {
          response.write(body.subarray(0, cut));
          await rest.promise;
        }
        response.end(body.subarray(Math.max(0, cut)));
      })();
    });
    await using closing = new AsyncDisposableStack();
    closing.defer(() => closeServer(slowly));
    const origin = `http://127.0.0.1:${await listeningPort(slowly.listen(0, '127.0.0.1'))}`;
    await using visitor = await openVisitor(site.browser, origin);
    const { page } = visitor;
    await page.goto('/random', { waitUntil: 'commit' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await framesDrawn(page);
    rest.resolve();
    await settled(page);
    expect(await layoutShift(page)).toBe(0);
  },
);
