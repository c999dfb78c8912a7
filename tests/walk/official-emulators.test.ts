import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { readConfig } from '../../functions/src/config.ts';
import { createContext } from '../../functions/src/context.ts';
import { importJokes } from '../../local/seed/import-jokes.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import { someJokes } from '../api/jokes.ts';
import { startOfficialEmulators, type OfficialEmulators } from './official-emulators.ts';

let emulators: OfficialEmulators;

beforeAll(async () => {
  emulators = await startOfficialEmulators();
  process.env['FIRESTORE_EMULATOR_HOST'] = emulators.firestore.host;
  emulators.firestore.clear();
  const context = createContext({
    config: readConfig({ FIRESTORE_EMULATOR_HOST: emulators.firestore.host }),
  });
  await importJokes(context, someJokes(60));
  await context.db.terminate();
}, 180_000);
afterAll(() => emulators?.stop());

const get = (path: string, init?: RequestInit) => fetch(`${emulators.origin}${path}`, init);

test.each([
  ['/', 200, 'data-path="/"'],
  ['/top-100', 200, 'data-path="/top-100"'],
  ['/admin', 200, '<div id="root"></div>'],
  ['/nothing/here', 404, 'Page Not Found'],
])('Hosting serves the page at %s', async (path, status, content) => {
  const response = await get(path);
  expect(response.status).toBe(status);
  expect(await response.text()).toContain(content);
});

test('Hosting sends the security headers of firebase.json', async () => {
  const { headers } = await get('/');
  expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('strict-transport-security')).toContain('max-age=');
});

test('Hosting forwards /api/v1 to the function, which reads the jokes from Firestore', async () => {
  const response = await get('/api/v1/jokes/?page=2');
  expect(response.status).toBe(200);
  const { jokes, total, page } = jokeList.parse(await response.json());
  expect(total).toBe(someJokes(60).filter((joke) => joke.status === 'approved').length);
  expect(page).toBe(2);
  expect(jokes).toHaveLength(20);
});

test('Hosting forwards the sitemap and the fact pages to the function', async () => {
  const sitemap = await get('/sitemap.xml');
  expect(sitemap.headers.get('content-type')).toMatch(/^application\/xml/);
  expect(await sitemap.text()).toContain('/fact/60</loc>');
  const unknown = await get('/fact/61');
  expect(unknown.status).toBe(404);
  expect(unknown.headers.get('content-type')).toMatch(/^text\/html/);
});

test('a vote through Hosting is counted', async () => {
  const response = await get('/api/v1/ratings/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_id: 1, rating_num: 4 }),
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toMatchObject({ joke_id: 1, rating: 4, num_votes: 1 });
  expect(response.headers.get('set-cookie')).toMatch(/^__session=/);
});

test('a submission through Hosting awaits approval', async () => {
  const response = await get('/api/v1/jokes/submit', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ joke_text: 'Chuck Norris walked the whole walk.' }),
  });
  expect(response.status).toBe(201);
  expect(await response.json()).toEqual({ joke_id: 61, status: 'pending' });
});

test('a malformed body returns the specified error through the real Functions Framework', async () => {
  const response = await get('/api/v1/ratings', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{"joke_id": ',
  });
  expect(response.status).toBe(422);
  expect(await response.json()).toEqual({ detail: expect.any(Array) });
});

test('function errors keep their status, shape and headers', async () => {
  const response = await get('/api/v1/jokes?status=pending');
  expect(response.status).toBe(403);
  expect(await response.json()).toEqual({ detail: expect.any(String) });
  expect(response.headers.get('cache-control')).toBe('private, no-store');
});

test('the Auth emulator is running', async () => {
  const status = z.object({ authEmulator: z.object({ ready: z.literal(true) }) });
  const response = await fetch(`${emulators.authOrigin}/`);
  expect(status.safeParse(await response.json()).success).toBe(true);
});
