import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startFirestoreEmulator } from 'firestore-emulator';
import { startStorageEmulator } from 'storage-emulator';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { jokeList } from '../../../functions/src/contract/index.ts';
import { importJokes, openContext } from '../../../local/seed/import-jokes.ts';
import { projectId, root } from '../../../local/stack/firebase-json.ts';
import { functionEnvironment } from '../../../local/stack/function/cloud-function.ts';
import { startProcess, untilReady } from '../../../local/stack/stack-process.ts';
import { wrongSecurityHeaders } from '../../../scripts/smoke.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { freePorts } from '../../support/local/free-ports.ts';

// Firebase's official Auth, Functions and Hosting emulators with the embedded Firestore and Storage emulators.
let origin: string;
let authOrigin: string;
const parts = new AsyncDisposableStack();

beforeAll(async () => {
  const firestore = await startFirestoreEmulator({
    indexesFile: join(root, 'firestore.indexes.json'),
  });
  parts.defer(() => firestore.stop());
  const storage = await startStorageEmulator({});
  parts.defer(() => storage.stop());
  const context = openContext({ FIRESTORE_EMULATOR_HOST: firestore.host });
  await importJokes(context, someJokes(60));
  await context.db.terminate();

  const [ports, more] = [await freePorts(), await freePorts()];
  origin = `http://127.0.0.1:${more.hub}`;
  authOrigin = `http://127.0.0.1:${ports.auth}`;
  const folder = mkdtempSync(join(tmpdir(), 'facts-walk-'));
  parts.defer(() => rmSync(folder, { recursive: true }));
  // It changes only the ports. firebase-tools resolves paths from the folder of its configuration.
  const config = join(root, `firebase.walk-${process.pid}.json`);
  parts.defer(() => rmSync(config));
  const original = z
    .looseObject({})
    .parse(JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')));
  const onPort = (port: number) => ({ host: '127.0.0.1', port });
  const emulators = {
    auth: onPort(ports.auth),
    hub: onPort(ports.hub),
    logging: onPort(ports.logging),
    functions: onPort(more.auth),
    hosting: onPort(more.hub),
    eventarc: onPort(more.logging),
    ui: { enabled: false },
    singleProjectMode: true,
  };
  writeFileSync(config, JSON.stringify({ ...original, emulators }));
  const running = Promise.withResolvers<void>();
  const started = startProcess({
    name: 'The official emulators',
    file: join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
    args: [
      'emulators:start',
      '--non-interactive',
      '--only=auth,functions,hosting',
      `--project=${projectId}`,
      `--config=${config}`,
    ],
    env: {
      ...process.env,
      ...functionEnvironment({ firestore: firestore.host, storage: storage.host, auth: null }),
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: folder,
      TMPDIR: folder,
    },
    cwd: root,
    log: join(folder, 'emulators.log'),
    onLine: (line) => line.includes('All emulators ready') && running.resolve(),
  });
  parts.defer(async () => void (await started.stop()));
  await untilReady(started, running.promise);
});
afterAll(() => parts.disposeAsync());

const get = (path: string, init?: RequestInit) => fetch(`${origin}${path}`, init);

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
  const response = await fetch(`${authOrigin}/`);
  expect(status.safeParse(await response.json()).success).toBe(true);
});
