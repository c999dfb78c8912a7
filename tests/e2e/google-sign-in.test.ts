import { beforeAll, expect, test } from 'vitest';
import { paths } from '../../web/src/paths.ts';
import { exampleIdToken } from '../../web/src/testing/id-token.ts';
import { focused, overflow } from './page-state.ts';
import { createOwner, OWNER } from './owner.ts';
import { button } from './page-steps.ts';
import {
  bar,
  chooseAccount,
  chooseOwnersAccount,
  dashboard,
  error,
  link,
  loginAsOwner,
  logout,
  NO_TOKENS,
  statusOf,
  stored,
  storedTokens,
} from './sign-in-steps.ts';
import { useSite } from './use-site.ts';

const site = useSite([], { auth: true });
beforeAll(() => createOwner(site.origin));

/** Disables a Google account, as the Firebase console does. */
async function disableAccount(idToken: string | null): Promise<void> {
  const [, payload = ''] = (idToken ?? '').split('.');
  const { sub, aud } = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const config = await (await fetch(`${site.origin}/__/firebase/init.json`)).text();
  const { authEmulatorOrigin } = JSON.parse(config);
  const path = `identitytoolkit.googleapis.com/v1/projects/${aud}/accounts:update`;
  const answer = await fetch(`${authEmulatorOrigin}/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
    body: JSON.stringify({ localId: sub, disableUser: true }),
  });
  expect(answer.status).toBe(200);
}

test('a visitor with a Google account lands on the home page with the profile in the bar, which fits at 320, 768, 840 and 1280 px, is sent away from the admin routes, and may still log in as admin', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await chooseAccount(page, 'jane@example.com', 'Jane Roe');
  await page.waitForURL('/');
  await bar(page).getByText('Jane Roe').waitFor();
  expect(await link(page, 'Login').count()).toBe(0);
  expect(await link(page, 'Dashboard').count()).toBe(0);
  const { admin, firebase, token } = await storedTokens(page);
  expect(admin).toBeNull();
  expect(firebase).toMatch(/^ey/);
  expect(token).toBe(firebase);
  await page.reload();
  await bar(page).getByText('Jane Roe').waitFor();
  await page.goto(paths.login);
  await page.waitForURL('/');
  await logout(page).click();
  await link(page, 'Login').waitFor();
  expect(await storedTokens(page)).toEqual(NO_TOKENS);

  await chooseAccount(page, 'a.very.long.address.of.somebody@mail.example.com', 'N'.repeat(60));
  await page.waitForURL('/');
  await link(page, 'Login').waitFor({ state: 'detached' });
  for (const width of [320, 768, 840, 1280]) {
    await page.setViewportSize({ width, height: 800 });
    // The menu may be open from the width before.
    if (!(await logout(page).isVisible())) await button(page, 'Menu').click();
    await logout(page).waitFor();
    expect(await overflow(page), `${width} px`).toBe(0);
  }
  await page.goto(paths.admin);
  await page.waitForURL('/');
  await loginAsOwner(page);
  await bar(page).getByText(OWNER.username).waitFor();
});

test('the Google account of the configured e-mail lands on /admin and may do what an admin may; a token that has run out while nobody was here is renewed before it is used', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  await chooseOwnersAccount(page);
  await page.waitForURL(paths.admin);
  await dashboard(page);
  await link(page, 'Dashboard').waitFor();
  expect(await statusOf(site, await stored(page, 'firebaseToken'))).toBe(200);
  await page.reload();
  await dashboard(page);

  const old = exampleIdToken({ exp: 1_000, admin: true, picture: undefined });
  await page.evaluate(`localStorage.setItem('firebaseToken', '${old}')`);
  const bearers: (string | undefined)[] = [];
  page.on('request', (request) => {
    if (!request.url().startsWith(`${site.origin}/api/v1/jokes`)) return;
    bearers.push(request.headers()['authorization']);
  });
  await page.reload();
  await dashboard(page);
  await expect.poll(() => stored(page, 'firebaseToken')).not.toBe(old);
  await expect.poll(() => bearers.length).toBeGreaterThan(0);
  expect(bearers).not.toContain(`Bearer ${old}`);
  expect(await statusOf(site, await stored(page, 'firebaseToken'))).toBe(200);
  await logout(page).click();
  await page.waitForURL(paths.login);
});

test('nothing leaves this origin before a sign-in, and a closed chooser is a cancelled login', async () => {
  await using visitor = await site.visit();
  const { page } = visitor;
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  const configured = page.waitForResponse('**/__/firebase/init.json');
  await page.goto(paths.login);
  await configured;
  const signIn = button(page, 'Sign in with Google');
  await signIn.click();
  await page.getByRole('dialog').waitFor();
  expect(requests.filter((url) => new URL(url).origin !== site.origin)).toEqual([]);
  await page.keyboard.press('Escape');
  await error(page, 'Login was cancelled. Please try again.');
  await focused(page, signIn).waitFor();
});

test('an account that the server refuses is not signed in, and one that was disabled is signed out', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/503/);
  const { page } = visitor;
  const detail = 'Please come back later.';
  await page.route(
    '**/api/v1/auth/google',
    (route) => route.fulfill({ status: 503, json: { detail } }),
    { times: 1 },
  );
  await chooseAccount(page, 'jack@example.com', 'Jack Coe');
  await error(page, detail);
  expect(await storedTokens(page)).toEqual(NO_TOKENS);

  visitor.expectConsoleError(/400/);
  await chooseAccount(page, 'jack@example.com', 'Jack Coe');
  await page.waitForURL('/');
  await disableAccount(await stored(page, 'firebaseToken'));
  await page.reload();
  await link(page, 'Login').waitFor();
  expect(await storedTokens(page)).toEqual(NO_TOKENS);
});

test('the profile picture is shown, hidden where it is broken, and not even asked for from elsewhere', async () => {
  await using visitor = await site.visit();
  visitor.expectConsoleError(/404|503/);
  const { page } = visitor;
  // Firebase itself is out of reach: the stored token stays what it is.
  await page.route('**/__/firebase/init.json', (route) => route.fulfill({ status: 503 }));
  const asked: string[] = [];
  const body = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"/>';
  await page.route(/^https:/, (route) => {
    asked.push(route.request().url());
    return route.request().url().endsWith('/gone')
      ? route.fulfill({ status: 404 })
      : route.fulfill({ contentType: 'image/svg+xml', body });
  });
  await page.goto('/about');
  const [jane, gone, elsewhere] = [
    'https://lh3.googleusercontent.com/a/jane',
    'https://lh3.googleusercontent.com/a/gone',
    'https://tracker.example/a/jane',
  ];
  for (const [picture, count] of [
    [jane, 1],
    [gone, 0],
    [elsewhere, 0],
  ] as const) {
    await page.evaluate(`localStorage.setItem('firebaseToken', '${exampleIdToken({ picture })}')`);
    await page.reload();
    await bar(page).getByText('Jane Roe').waitFor();
    await expect.poll(() => bar(page).locator('img').count()).toBe(count);
  }
  expect(asked).toContain(gone);
  expect(asked).not.toContain(elsewhere);
});
