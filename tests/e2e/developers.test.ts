import { createServer, type Server } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { closeServer, listeningPort } from '../../local/stack/http-server.ts';
import { numberedJokes } from '../support/e2e/site.ts';
import { useSite } from '../support/e2e/use-site.ts';

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

test('without JavaScript, the reference is readable, and there is nothing to try', async () => {
  await using plain = await site.visit({ javaScriptEnabled: false });
  const { page } = plain;
  await page.goto('/developers');
  const call = page.locator('#listJokes');
  await call.locator('summary').click();
  expect(await call.innerText()).toContain('Jokes on a page');
  expect(await page.getByRole('button', { name: 'Run' }).count()).toBe(0);
});
