import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeServer, listeningPort } from '../../../local/stack/http-server.ts';
import { focused, fontsLoaded, layoutShift, scrollY } from '../../support/e2e/page-state.ts';
import { announces } from '../../support/e2e/page-steps.ts';
import { numberedJokes } from '../../support/e2e/site.ts';
import { useSite } from '../../support/e2e/use-site.ts';

const site = useSite(numberedJokes(3));

/** Another site, with an empty page. */
let elsewhere: Server;
let otherOrigin: string;
beforeAll(async () => {
  elsewhere = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end('<!doctype html><title>A blog</title>');
  });
  otherOrigin = `http://localhost:${await listeningPort(elsewhere.listen(0, '127.0.0.1'))}`;
});
afterAll(() => closeServer(elsewhere));

/** Makes a request in the page. Resolves to its status and text, or to the name of the error. */
function request(page: Page, path: string, init: object = {}): Promise<unknown> {
  const url = JSON.stringify(site.origin + path);
  return page.evaluate(`fetch(${url}, ${JSON.stringify(init)}).then(
    async (answer) => [answer.status, answer.headers.get('x-request-id'), await answer.text()],
    (error) => error.name,
  )`);
}

test(
  'a page on another site gets facts and errors through fetch, but nothing with credentials, a bearer or a write',
  { tags: 'S15' },
  async () => {
    await using visitor = await site.visit();
    const { page } = visitor;
    visitor.expectConsoleError(/CORS policy|net::ERR_FAILED|status of 4\d\d/);
    await page.goto(otherOrigin);
    const id = expect.stringMatching(/^[0-9a-f-]{32,36}$/);
    const text = expect.stringContaining('Test fact number 2 of many.');
    expect(await request(page, '/api/v1/jokes/2')).toEqual([200, id, text]);
    const asked = { headers: { 'If-None-Match': '"x"', 'Content-Type': 'application/json' } };
    expect(await request(page, '/api/v1/jokes/2', asked)).toEqual([200, id, text]);
    expect(await request(page, '/api/v1/jokes/99')).toEqual([404, id, expect.any(String)]);
    const compatible = await request(page, '/compat/chucknorris/jokes/2');
    expect(compatible).toEqual([200, id, text]);

    const body = JSON.stringify({ joke_id: 2, rating_num: 5 });
    const json = { 'Content-Type': 'application/json' };
    for (const [path, init] of [
      ['/api/v1/jokes/2', { credentials: 'include' }],
      ['/api/v1/jokes/2', { headers: { Authorization: 'Bearer x' } }],
      ['/api/v1/ratings', { method: 'POST', body }],
      ['/api/v1/ratings', { method: 'POST', body, headers: json }],
      ['/api/v1/admin/setup', {}],
      ['/fact/2', {}],
    ] as const) {
      expect([path, await request(page, path, init)]).toEqual([path, 'TypeError']);
    }
    const fact = await (await fetch(`${site.origin}/api/v1/jokes/2`)).json();
    expect(fact).toMatchObject({ num_votes: 2 });
  },
);

test('without JavaScript, an example answer, every language and the reference are readable, and there is nothing to operate', async () => {
  await using plain = await site.visit({ javaScriptEnabled: false });
  const { page } = plain;
  await page.goto('/developers');
  const call = page.locator('#listJokes');
  await call.locator('summary').click();
  await expect.poll(() => call.innerText()).toContain('Jokes on a page');
  const random = await page.locator('#random').innerText();
  expect(random).toMatch(/An example.*"joke_text": ".*curl --silent.*await fetch.*urlopen/s);
  await expect.poll(() => page.locator('main').getByRole('button').count()).toBe(0);
  await expect.poll(() => page.getByRole('tab').count()).toBe(0);
  await page.getByRole('link', { name: 'Errors' }).click();
  expect(new URL(page.url()).hash).toBe('#errors');
});

test('a developer sees a live answer and gets another; a failure and a lost connection are said, and the answer stays', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  visitor.expectConsoleError(/status of 503|ERR_INTERNET_DISCONNECTED/);
  // The answer arrives after the fonts, which may move the menu.
  const { promise: fonts, resolve: answerNow } = Promise.withResolvers<void>();
  await page.route('**/api/v1/jokes/random', async (route) => {
    await fonts;
    await route.continue();
  });
  await page.goto('/developers');
  const live = page.locator('#random');
  const answer = live.getByRole('region', { name: 'Response of /api/v1/jokes/random' });
  const another = live.getByRole('button', { name: 'Get another' });
  await live.getByText('An example').waitFor();
  await fontsLoaded(page);
  const before = await layoutShift(page);
  answerNow();
  await answer.filter({ hasText: /Test fact number \d of many/ }).waitFor();
  await live.getByText(/^200 in \d+ ms$/).waitFor();
  expect(await layoutShift(page)).toBe(before);

  await page.unroute('**/api/v1/jokes/random');
  const fixed = { joke_id: 7, joke_text: 'The one after it.' };
  await page.route('**/api/v1/jokes/random', (route) => route.fulfill({ json: fixed }));
  await another.click();
  await answer.filter({ hasText: 'The one after it.' }).waitFor();
  await announces(page, '200 in');

  await page.unroute('**/api/v1/jokes/random');
  await page.route('**/api/v1/jokes/random', (route) => route.abort());
  visitor.expectConsoleError(/ERR_FAILED/);
  await another.click();
  await live.getByRole('alert').getByText('can’t be reached').waitFor();
  await expect.poll(() => answer.innerText()).toContain('The one after it.');

  await page.context().setOffline(true);
  await live.getByRole('alert').getByText('You are offline').waitFor();
  await page.context().setOffline(false);
  await page.unroute('**/api/v1/jokes/random');
  await another.click();
  await answer.filter({ hasText: 'Test fact' }).waitFor();
});

test('a developer chooses a language by keyboard, for all examples and the next visit', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await page.goto('/developers');
  const first = page.getByRole('tablist').first();
  const shown = () => page.getByRole('tab', { selected: true }).allInnerTexts();
  await expect.poll(() => shown()).toEqual(['curl', 'curl']);
  await first.getByRole('tab', { name: 'curl' }).focus();
  for (const [key, language] of [
    ['ArrowRight', 'JavaScript'],
    ['End', 'Python'],
    ['ArrowRight', 'curl'],
    ['ArrowLeft', 'Python'],
    ['Home', 'curl'],
    ['End', 'Python'],
  ] as const) {
    await page.keyboard.press(key);
    await focused(page, first.getByRole('tab', { name: language })).waitFor();
    await expect.poll(() => shown()).toEqual([language, language]);
  }
  await page.keyboard.press('Tab');
  await focused(
    page,
    page.getByRole('button', { name: 'Copy A random fact, in Python' }),
  ).waitFor();
  await page.reload();
  await expect.poll(shown).toEqual(['Python', 'Python']);
  await expect.poll(() => page.getByRole('tabpanel').count()).toBe(2);
});

test('a developer copies an example, and learns if the browser refuses', async () => {
  await using visitor = await site.visit({ permissions: ['clipboard-read', 'clipboard-write'] });
  const { page } = visitor;
  await page.goto('/developers');
  await page.getByRole('button', { name: 'Copy A random fact, in curl' }).click();
  await announces(page, 'Copied: A random fact, in curl');
  const copied = await page.evaluate('navigator.clipboard.readText()');
  const program = page.getByRole('region', { name: 'A random fact, in curl' });
  expect(copied).toBe(await program.innerText());

  await page.evaluate('navigator.clipboard.writeText = () => Promise.reject(new Error())');
  await page.getByRole('button', { name: 'Copy Bodies of errors' }).click();
  await page.getByRole('button', { name: '✗ Not copied Bodies of errors' }).waitFor();
  await announces(page, 'copy it by hand');
});

test('the contents lead to a section, mark it, and Back returns', async () => {
  await using visitor = await site.visit({ viewport: { width: 1280, height: 800 } });
  const { page } = visitor;
  await page.goto('/developers');
  const contents = page.getByRole('navigation', { name: 'On this page' });
  const current = contents.locator('[aria-current]');
  await expect.poll(() => current.innerText()).toBe('A random fact');
  await contents.getByRole('link', { name: 'Existing clients' }).click();
  await expect.poll(() => current.innerText()).toBe('Existing clients');
  const heading = page.getByRole('heading', { name: 'Existing clients' });
  await focused(page, heading).waitFor();
  await expect.poll(async () => (await heading.boundingBox())?.y).toBeLessThan(200);
  await expect.poll(async () => (await contents.boundingBox())?.y).toBe(24);
  await page.goBack();
  await expect.poll(() => scrollY(page)).toBe(0);
  await page.setViewportSize({ width: 390, height: 844 });
  const isAbove = async () => {
    const text = await page.locator('#random').boundingBox();
    const above = await contents.boundingBox();
    return text !== null && above !== null && above.y + above.height <= text.y;
  };
  await expect.poll(isAbove).toBe(true);
});
