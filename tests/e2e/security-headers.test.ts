// @module-tag S14
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page, Response } from 'playwright-core';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { closeServer, listeningPort } from '../../local/stack/http-server.ts';
import { smoke } from '../../scripts/smoke/checks.ts';
import { paths } from '../../web/src/paths.ts';
import { action, row } from './dashboard-site.ts';
import { dialog, openPasswordDialog } from './dialog-steps.ts';
import { hears } from './page-steps.ts';
import { dashboard } from './sign-in-steps.ts';
import { numberedJokes } from './site.ts';
import { FACT, field, openForm, submitButton, submitted } from './submit-steps.ts';
import { useDashboardSite } from './use-site.ts';

const header = z.object({ key: z.string(), value: z.string() });
const { hosting } = z
  .object({
    hosting: z.object({
      headers: z.array(z.object({ source: z.string(), headers: z.array(header) })),
    }),
  })
  .parse(JSON.parse(readFileSync(new URL('../../firebase.json', import.meta.url), 'utf8')));
const everywhere = hosting.headers.find(({ source }) => source === '**')?.headers ?? [];

const site = useDashboardSite(numberedJokes(25));

/** Keeps every violation of the policy, across the documents of a tab. */
async function watchPolicy(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(location.pathname + ': ' + event.violatedDirective + ' ' + event.blockedURI));`);
  return violations;
}

test('firebase.json has every header of the requirement, and its policy allows nothing inline', () => {
  const value = (key: string) => everywhere.find((each) => each.key === key)?.value;
  const policy = value('Content-Security-Policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).not.toMatch(/unsafe-|\*(?!\.)|http:/);
  expect(value('Strict-Transport-Security')).toMatch(/^max-age=\d{8,}/);
  expect(value('X-Content-Type-Options')).toBe('nosniff');
  expect(value('Referrer-Policy')).toBe('strict-origin-when-cross-origin');
  expect(value('Cross-Origin-Opener-Policy')).toBe('same-origin-allow-popups');
});

test('every screen, file and answer is sent with them', async () => {
  for (const path of [
    ...Object.values(paths).filter((path) => path !== paths.joke),
    '/fact/2',
    '/fact/999',
    '/no/such/page',
    '/robots.txt',
    '/sitemap.xml',
    '/manifest.webmanifest',
    '/sw.js',
    '/favicon.svg',
    '/api/v1/jokes',
    '/api/v1/jokes/999',
    '/api/v1/admin/me',
    '/api/v1/nothing',
  ]) {
    const { headers } = await fetch(site.origin + path);
    for (const { key, value } of everywhere)
      expect(headers.get(key), `${key} of ${path}`).toBe(value);
  }
});

test('so is everything that a page loads', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const responses: Response[] = [];
  page.on('response', (response) => responses.push(response));
  await page.goto('/', { waitUntil: 'networkidle' });
  await page.getByRole('link', { name: 'Top 100' }).click();
  await page.getByRole('article').first().waitFor();
  for (const response of responses) {
    const headers = await response.allHeaders();
    for (const { key, value } of everywhere) {
      expect(headers[key.toLowerCase()], `${key} of ${response.url()}`).toBe(value);
    }
  }
});

test('a visitor meets no violation: reading, voting, sharing, submitting, another theme', async () => {
  await using visitor = await site.visit({ permissions: ['clipboard-write'] });
  const { page } = visitor;
  const violations = await watchPolicy(page);
  for (const path of ['/', '/top-100', '/newest', '/random', '/fact/2']) {
    await page.goto(path);
    const fact = page.getByRole('article').last();
    await fact.getByRole('button', { name: /^Copy/ }).click();
    await page.getByText('✓ Copied').waitFor();
    await page.getByText('Dark', { exact: true }).click();
    await page.getByText('Light', { exact: true }).click();
  }
  await page.goto('/random');
  await page.getByRole('article').waitFor();
  await page.keyboard.press('Space');
  await page.getByRole('button', { name: 'Get Another Random Fact' }).waitFor();
  await page.goto('/fact/4');
  await page.getByRole('radio', { name: '5 stars', exact: true }).click();
  await hears(page, 'Voted 5 of 5 stars for fact no. 4.');
  for (const path of ['/about', '/facts-archive', '/history', '/login', '/setup-admin']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await submitted(page);
  expect(violations).toEqual([]);
});

test('an administrator meets none: the list, its dialogs, a picture', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const violations = await watchPolicy(page);
  await using owner = await site.open('/admin');
  const ofOwner = await watchPolicy(owner.page);
  await owner.page.reload();
  await dashboard(owner.page);
  await row(owner.page, 25).waitFor();
  await action(owner.page, 'Edit', 25).click();
  await dialog(owner.page, 'Edit Joke').waitFor();
  await owner.page.keyboard.press('Escape');
  await action(owner.page, 'Preview image', 25).click();
  await owner.page.getByRole('button', { name: 'Generate Image', exact: true }).click();
  await owner.page.getByRole('dialog').getByRole('img').waitFor({ timeout: 20_000 });
  await owner.page.keyboard.press('Escape');
  await openPasswordDialog(owner.page);
  await owner.page.keyboard.press('Escape');
  await owner.page.goto(paths.hiddenAdmin);
  await dashboard(owner.page);
  await owner.page.goto('/top-100');
  await owner.page.getByRole('button', { name: 'Generate Image' }).first().waitFor();
  await page.goto('/fact/25');
  await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 0')).toBe(true);
  expect([...violations, ...ofOwner]).toEqual([]);
});

/** What the smoke test finds wrong with the site behind a proxy that spoils its answers. */
async function failures(
  spoil: (path: string, headers: Headers, status: number) => number = (_path, _headers, status) =>
    status,
): Promise<string[]> {
  const proxy = createServer((request, response) => {
    const path = request.url ?? '/';
    void (async () => {
      const answer = await fetch(site.origin + path, {
        method: request.method ?? 'GET',
        headers: Object.fromEntries(
          Object.entries(request.headersDistinct).map(([name, values]) => [name, String(values)]),
        ),
        body: request.method === 'POST' ? Buffer.concat(await request.toArray()) : null,
        redirect: 'manual',
      });
      const headers = new Headers(answer.headers);
      headers.delete('content-encoding');
      headers.delete('transfer-encoding');
      const status = spoil(path, headers, answer.status);
      const body = Buffer.from(await answer.arrayBuffer());
      headers.set('content-length', String(body.length));
      response.writeHead(status, Object.fromEntries(headers)).end(body);
    })();
  });
  const origin = `http://127.0.0.1:${await listeningPort(proxy.listen(0, '127.0.0.1'))}`;
  try {
    const findings = await smoke(origin);
    return findings.filter(({ outcome }) => outcome !== 'passed').map(({ check }) => check);
  } finally {
    await closeServer(proxy);
  }
}

test('the smoke test passes on this site, and finds what is wrong with a spoiled one', async () => {
  expect(await failures()).toEqual([]);
  const spoiled = await failures((path, headers, status) => {
    headers.delete('content-security-policy');
    if (path.startsWith('/api/v1/jokes')) headers.set('cache-control', 'public, s-maxage=600');
    if (path.endsWith('.webp')) headers.set('content-type', 'image/png');
    return status === 401 ? 200 : status;
  });
  expect(spoiled).toEqual(
    expect.arrayContaining([
      'security headers of /',
      'list /jokes/top',
      'an image',
      '404 for /api/v1/jokes/999999999',
      'admin calls without a bearer',
      'admin calls with a forged bearer',
    ]),
  );
  expect(spoiled).not.toContain('health');
});
