import type { Page } from 'playwright-core';
import { accessToken, generatedImage } from '../../../functions/src/contract/index.ts';

/** The administrator that the tests create. */
export const ADMIN = { username: 'owner', password: 'eight or more' };

async function post(origin: string, path: string, body: string, type: string): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  });
  if (!response.ok) throw new Error(`${path} returned ${response.status}`);
  return response.json();
}

/** Creates the administrator. */
export async function createAdmin(origin: string): Promise<void> {
  await post(origin, '/admin/setup', JSON.stringify(ADMIN), 'application/json');
}

/** Signs the administrator in. Returns the access token. */
export async function signIn(origin: string): Promise<string> {
  const form = new URLSearchParams(ADMIN).toString();
  const type = 'application/x-www-form-urlencoded';
  return accessToken.parse(await post(origin, '/admin/login', form, type)).access_token;
}

/** Generates the image of a fact. Returns its URL. */
export async function generateImage(origin: string, id: number, bearer: string): Promise<string> {
  const response = await fetch(`${origin}/api/v1/images/generate/${id}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${bearer}` },
  });
  const body = await response.text();
  if (!response.ok)
    throw new Error(`Generating the image of fact ${id} returned ${response.status}: ${body}`);
  return generatedImage.parse(JSON.parse(body)).image_url;
}

/** Signs the page's browser in as an administrator without the server: the test answers /admin/me and the counts. */
export async function mockAdminSession(page: Page): Promise<void> {
  await page.addInitScript("localStorage.setItem('adminToken', 'test-token')");
  await page.route('**/api/v1/admin/me', (route) =>
    route.fulfill({ json: { username: 'owner', provider: 'password' } }),
  );
  await page.route('**/api/v1/admin/counts', (route) =>
    route.fulfill({ json: { pending: 0, oldest: null, reported: 0 } }),
  );
}
