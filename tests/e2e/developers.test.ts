import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeServer, listeningPort } from '../../local/stack/http-server.ts';
import { findFaults } from './axe.ts';
import { focused, overflow } from './page-state.ts';
import { numberedJokes } from './site.ts';
import { useSite } from './use-site.ts';

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
    const compatible = await request(page, '/compat/icanhazdadjoke/j/2');
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

test('a developer tries calls by keyboard at 320 px, and sees responses, errors and that a call needs a connection', async () => {
  await using visitor = await site.visit({ viewport: { width: 320, height: 800 } });
  const { page } = visitor;
  await page.goto('/developers');
  const call = page.locator('#getJoke');
  const form = page.getByRole('form', { name: 'Try GET /jokes/{id}' });
  expect(await form.isVisible()).toBe(false);
  await call.locator('summary').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('Tab');
  const input = form.getByLabel('id');
  await focused(page, input).waitFor();
  await input.fill('3');
  await page.keyboard.press('Enter');
  await form.getByRole('status').filter({ hasText: 'GET /api/v1/jokes/3' }).waitFor();
  expect(await form.getByRole('status').innerText()).toMatch(/\b200 in \d+ ms/);
  const response = form.getByRole('region', { name: 'Response of /api/v1/jokes/3' });
  expect(await response.innerText()).toContain('"joke_text": "Test fact number 3 of many."');
  expect(await form.getByRole('term').allInnerTexts()).toContain('x-request-id');

  visitor.expectConsoleError(/status of 422|ERR_INTERNET_DISCONNECTED/);
  await input.fill('none');
  await page.keyboard.press('Enter');
  await form.getByRole('status').filter({ hasText: '422 in' }).waitFor();
  expect(await form.getByRole('region').innerText()).toContain('"path"');

  await page.locator('#getCard summary').click();
  const card = page.getByRole('form', { name: 'Try GET /cards/{id}.png' });
  await card.getByLabel('id').fill('3');
  await card.getByRole('button', { name: 'Run' }).click();
  await card.getByRole('img', { name: 'What the call returned' }).waitFor();
  const width = "document.querySelector('form img').naturalWidth";
  await expect.poll(() => page.evaluate<number>(width)).toBe(1200);

  const closed = page.locator('main details:not([open]) > summary');
  while ((await closed.count()) > 0) await closed.first().click();
  expect(await overflow(page)).toBe(0);
  expect(await findFaults(page)).toEqual([]);

  await page.context().setOffline(true);
  await form.getByText('You are offline. A call needs a connection.').waitFor();
  await form.getByRole('button', { name: 'Run' }).click();
  await form.getByRole('status').filter({ hasText: "can't be reached" }).waitFor();
  await page.context().setOffline(false);
});

test('without JavaScript, the reference is readable, and there is nothing to try', async () => {
  await using plain = await site.visit({ javaScriptEnabled: false });
  const { page } = plain;
  await page.goto('/developers');
  const call = page.locator('#listJokes');
  await call.locator('summary').click();
  expect(await call.innerText()).toContain('Jokes on a page');
  expect(await page.getByRole('button', { name: 'Run' }).count()).toBe(0);
});
