import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startHosting, type Hosting } from '../hosting/hosting.ts';
import { startCloudFunction, type CloudFunction } from './cloud-function.ts';

// A function that crashes in the way its path names.
const BUNDLE = `
let doomed = false;
// The framework catches what a request throws.
setInterval(() => { if (doomed) throw new Error('uncaught error'); }, 10);
const ways = {
  exit: () => process.exit(3),
  uncaught: () => { doomed = true; },
  abort: () => process.abort(),
  kill: () => process.kill(process.pid, 'SIGKILL'),
  memory: () => { const all = []; for (;;) all.push(new Array(1e6).fill(all.length)); },
};
export const api = (request, response) => {
  const way = ways[request.url.slice('/api/'.length)];
  if (request.url === '/api/environment') response.end(JSON.stringify(process.env));
  else if (way) way(); else response.end(String(process.pid));
};`;

let folder: string;
let supervised: CloudFunction;
let hosting: Hosting;
const problems: string[] = [];
/** The delays before restarts, in milliseconds; the test ends each of them. */
const waits: { ms: number; end: () => void }[] = [];
let now = 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'supervised-'));
  const bundle = join(folder, 'function.mjs');
  writeFileSync(bundle, BUNDLE);
  supervised = await startCloudFunction(
    {
      port: 0,
      environment: { NODE_OPTIONS: '--max-old-space-size=30' },
      log: join(folder, 'function.log'),
      onProblem: (message) => problems.push(message),
      bundle,
    },
    {
      now: () => now,
      wait: (ms, signal) =>
        new Promise<void>((resolve, reject) => {
          signal.addEventListener('abort', reject);
          waits.push({ ms, end: resolve });
        }),
    },
  );
  hosting = await startHosting({
    port: 0,
    functionOrigin: () => supervised.origin(),
    authOrigin: null,
  });
});

afterAll(async () => {
  await hosting.stop();
  await supervised.stop();
  rmSync(folder, { recursive: true });
});

const get = (path: string) => fetch(hosting.origin + path);

test('the function starts with the environment of a deployed one', { tags: 'P22' }, async () => {
  expect(await (await get('/api/environment')).json()).toMatchObject({
    MALLOC_MMAP_THRESHOLD_: '131072',
    MALLOC_TRIM_THRESHOLD_: '131072',
    K_SERVICE: 'api',
  });
});

/** Crashes the function; resolves once the delay before its restart begins. */
async function crash(way: string) {
  expect((await get(`/api/${way}`)).status).toBe(502);
  await expect.poll(() => waits.length, { message: way, timeout: 10_000 }).toBe(1);
  return waits.pop();
}

async function restarted(): Promise<void> {
  const last = () => problems.at(-1);
  await expect.poll(last, { timeout: 10_000 }).toBe('The function is running again.');
}

test(
  'a crashed function restarts after increasing delays, and each request in the meantime gets 503',
  { tags: 'X5' },
  async () => {
    const pids = new Set([await (await get('/api/')).text()]);
    const ways = ['exit', 'uncaught', 'abort', 'memory', 'kill', 'kill', 'kill'];
    const delays: (number | undefined)[] = [];
    for (const way of ways) {
      const wait = await crash(way);
      delays.push(wait?.ms);
      const call = await get('/api/v1/jokes');
      expect(call.status).toBe(503);
      expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await call.json()).toEqual({ detail: 'The function is not running.' });
      const page = await get('/fact/1');
      expect(page.status).toBe(503);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-store');
      wait?.end();
      await restarted();
      pids.add(await (await get('/api/')).text());
    }
    expect(pids.size).toBe(ways.length + 1);
    expect(delays).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000]);
    const crashes = problems.filter((text) => text.startsWith('The function stopped unexpectedly'));
    expect(crashes[0]).toContain('(exit code 3)');
    expect(crashes[0]).toContain('It restarts in 0.5 s.');
    expect(crashes[1]).toContain('uncaught error');
    expect(crashes[4]).toContain('(signal SIGKILL)');

    now += 60_000;
    const afterAWhile = await crash('kill');
    expect(afterAWhile?.ms).toBe(500);
    // An explicit restart, as after a rebuild, does not wait.
    await supervised.restart();
    expect((await get('/api/')).status).toBe(200);
    expect(waits).toEqual([]);
  },
);
