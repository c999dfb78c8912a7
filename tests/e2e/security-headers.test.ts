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
import { announces } from './page-steps.ts';
import { showsDashboard } from './sign-in-steps.ts';
import { numberedJokes } from './site.ts';
import { FACT, field, openForm, submitButton, showsSuccess } from './submit-steps.ts';
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

/** Records every policy violation across the documents of a tab. */
async function watchPolicy(page: Page): Promise<string[]> {
  const violations: string[] = [];
  await page.exposeFunction('reportViolation', (violation: string) => violations.push(violation));
  await page.addInitScript(`addEventListener('securitypolicyviolation', (event) =>
    reportViolation(location.pathname + ': ' + event.violatedDirective + ' ' + event.blockedURI));`);
  return violations;
}

test('firebase.json has every required security header, and its policy allows nothing inline', () => {
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

test('every screen, file and response has the security headers', async () => {
  for (const path of [
    ...Object.values(paths).filter((path) => path !== paths.joke),
    '/fact/2',
    '/fact/999',
    '/?page=2',
    '/?page=abc',
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
    const { headers } = await fetch(site.origin + path, { redirect: 'manual' });
    for (const { key, value } of everywhere)
      expect(headers.get(key), `${key} of ${path}`).toBe(value);
  }
});

test('everything that a page loads has the security headers', async () => {
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

test('a visitor causes no policy violation when reading, voting, copying, submitting or changing the theme', async () => {
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
  await page.getByRole('link', { name: 'Get Another Random Fact' }).waitFor();
  await page.goto('/fact/4');
  await page.getByRole('radio', { name: '5 stars', exact: true }).click();
  await announces(page, 'Voted 5 of 5 stars for fact no. 4.');
  for (const path of ['/about', '/facts-archive', '/history', '/login', '/setup-admin']) {
    await page.goto(path, { waitUntil: 'networkidle' });
    await page.getByRole('heading', { level: 1 }).waitFor();
  }
  await openForm(page);
  await field(page).fill(FACT);
  await submitButton(page).click();
  await showsSuccess(page);
  expect(violations).toEqual([]);
});

test('an administrator causes no policy violation in the list, its dialogs or when generating an image', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const violations = await watchPolicy(page);
  await using admin = await site.open('/admin');
  const adminViolations = await watchPolicy(admin.page);
  await admin.page.reload();
  await showsDashboard(admin.page);
  await row(admin.page, 25).waitFor();
  await action(admin.page, 'Edit', 25).click();
  await dialog(admin.page, 'Edit Joke').waitFor();
  await admin.page.keyboard.press('Escape');
  await action(admin.page, 'Preview image', 25).click();
  await admin.page.getByRole('button', { name: 'Generate Image', exact: true }).click();
  await admin.page.getByRole('dialog').getByRole('img').waitFor({ timeout: 20_000 });
  await admin.page.keyboard.press('Escape');
  await openPasswordDialog(admin.page);
  await admin.page.keyboard.press('Escape');
  await admin.page.goto(paths.hiddenAdmin);
  await showsDashboard(admin.page);
  await admin.page.goto('/top-100');
  await admin.page.getByRole('button', { name: 'Generate Image' }).first().waitFor();
  await page.goto('/fact/25');
  await expect.poll(() => page.evaluate('document.images[0]?.naturalWidth > 0')).toBe(true);
  expect([...violations, ...adminViolations]).toEqual([]);
});

/**
 * Runs the smoke test through a proxy that changes responses. Returns the names of the checks that
 * did not pass.
 */
async function failures(
  change: (path: string, headers: Headers, status: number) => number = (_path, _headers, status) =>
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
      const status = change(path, headers, answer.status);
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

test('the smoke test passes on this site and fails on changed responses', async () => {
  expect(await failures()).toEqual([]);
  const changed = await failures((path, headers, status) => {
    headers.delete('content-security-policy');
    if (path.startsWith('/api/v1/jokes')) headers.set('cache-control', 'public, s-maxage=600');
    if (path === '/newest') headers.set('cache-control', 'public, s-maxage=600');
    if (path === '/random') headers.set('cache-control', 'public, s-maxage=60');
    if (path.endsWith('.webp')) headers.set('content-type', 'image/png');
    if (path.startsWith('/assets/')) return 404;
    return status === 401 ? 200 : status;
  });
  expect(changed).toEqual(
    expect.arrayContaining([
      'page /newest',
      'files of the home page',
      'a random page',
      'security headers of /',
      'list /jokes/top',
      'an image',
      '404 for /api/v1/jokes/999999999',
      'admin calls without a bearer',
      'admin calls with a forged bearer',
    ]),
  );
  expect(changed).not.toContain('health');
});
