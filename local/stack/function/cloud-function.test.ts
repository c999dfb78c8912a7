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
const reports: string[] = [];
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'supervised-'));
  const bundle = join(folder, 'function.mjs');
  writeFileSync(bundle, BUNDLE);
  supervised = await startCloudFunction({
    port: 0,
    environment: { NODE_OPTIONS: '--max-old-space-size=30' },
    log: join(folder, 'function.log'),
    onProblem: (message) => problems.push(message),
    bundle,
  });
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

test(
  'a crashed function restarts after increasing delays, and each request in the meantime gets 503',
  { tags: 'X5' },
  async () => {
    const pids = new Set([await (await get('/api/')).text()]);
    const ways = ['exit', 'uncaught', 'memory', 'kill'];
    for (const way of ways) {
      problems.length = 0;
      expect((await get(`/api/${way}`)).status).toBe(502);
      await expect.poll(() => problems, { message: way }).toHaveLength(1);
      const call = await get('/api/v1/jokes');
      expect(call.status).toBe(503);
      expect(Number(call.headers.get('retry-after'))).toBeGreaterThan(0);
      expect(await call.json()).toEqual({ detail: 'The function is not running.' });
      const page = await get('/fact/1');
      expect(page.status).toBe(503);
      expect(page.headers.get('content-type')).toBe('text/html; charset=utf-8');
      expect(page.headers.get('cache-control')).toBe('no-store');
      await expect.poll(() => problems[1]).toBe('The function is running again.');
      reports.push(...problems);
      pids.add(await (await get('/api/')).text());
    }
    expect(pids.size).toBe(ways.length + 1);
    const delays = reports.flatMap((text) => /It restarts in (.*) s\./.exec(text)?.[1] ?? []);
    expect(delays).toEqual(['0.5', '1', '2', '4']);
    expect(reports[0]).toContain('The function stopped unexpectedly (exit code 3)');
    expect(reports[2]).toContain('uncaught error');
    expect(reports[6]).toContain('(SIGKILL)');

    // An explicit restart, as after a rebuild, does not wait.
    expect((await get('/api/kill')).status).toBe(502);
    await supervised.restart();
    expect((await get('/api/')).status).toBe(200);
  },
);
