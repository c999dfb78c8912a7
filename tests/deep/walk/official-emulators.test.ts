import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { readConfig } from '../../../functions/src/config.ts';
import { createContext } from '../../../functions/src/site.ts';
import { importJokes } from '../../../local/seed/import-jokes.ts';
import { jokeList } from '../../../functions/src/contract/index.ts';
import { wrongSecurityHeaders } from '../../../scripts/smoke.ts';
import { someJokes } from '../../support/api/jokes.ts';
import {
  startOfficialEmulators,
  type OfficialEmulators,
} from '../../support/walk/official-emulators.ts';

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

const A_MINUTE = 'public, max-age=0, s-maxage=60';
const AN_HOUR = 'public, max-age=0, s-maxage=3600';
const UNCACHED = 'private, no-store';

test.each([
  ['/', 200, A_MINUTE, '<article'],
  ['/fact/60', 200, A_MINUTE, '<article'],
  ['/random', 200, UNCACHED, '<article'],
  ['/fact/61', 404, UNCACHED, 'There is no fact no. 61 yet'],
  ['/about', 200, AN_HOUR, 'About Chuck Norris Facts'],
  ['/admin', 200, AN_HOUR, '<div id="root"></div>'],
])(
  'Hosting serves the page at %s with its Cache-Control',
  async (path, status, cached, content) => {
    const response = await get(path);
    expect(response.status).toBe(status);
    expect(response.headers.get('cache-control')).toBe(cached);
    expect(await response.text()).toContain(content);
  },
);

test('Hosting sends the security headers of firebase.json', async () => {
  const { headers } = await get('/');
  expect(wrongSecurityHeaders(headers, '/')).toBe('');
});

test('Hosting forwards /api/v1 to the function, which reads the jokes from Firestore', async () => {
  const response = await get('/api/v1/jokes/?page=2');
  expect(response.status).toBe(200);
  const { jokes, total, page } = jokeList.parse(await response.json());
  expect(total).toBe(someJokes(60).filter((joke) => joke.status === 'approved').length);
  expect(page).toBe(2);
  expect(jokes).toHaveLength(20);
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

test('the Auth emulator is running', async () => {
  const status = z.object({ authEmulator: z.object({ ready: z.literal(true) }) });
  const response = await fetch(`${emulators.authOrigin}/`);
  expect(status.safeParse(await response.json()).success).toBe(true);
});
