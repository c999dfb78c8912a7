// @module-tag U5
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { loadScript, MissingScript } from './load-script.ts';

let reloads = 0;
let storage = new MemoryStorage();

function openPage({ online = true, version = 'v1' } = {}): void {
  vi.stubGlobal('navigator', { onLine: online });
  vi.stubGlobal('document', { documentElement: { dataset: { app: version } } });
  vi.stubGlobal('sessionStorage', storage);
}

beforeEach(() => {
  storage = new MemoryStorage();
  reloads = 0;
});
afterEach(() => vi.unstubAllGlobals());

/** Resolves to what becomes of a script that is missing: an error or a reload. */
const loadMissing = () =>
  new Promise((resolve) => {
    const reload = () => resolve((reloads += 1));
    vi.stubGlobal('location', { reload });
    loadScript(() => Promise.reject(new TypeError('Not found'))).catch(resolve);
  });

test('a page whose script a deployment has removed is reloaded once, and again for the next version', async () => {
  openPage();
  expect(await loadMissing()).toBe(1);
  expect(await loadMissing()).toBeInstanceOf(MissingScript);
  openPage({ version: 'v2' });
  expect(await loadMissing()).toBe(2);
});

test('a page is not reloaded offline', async () => {
  openPage({ online: false });
  expect(await loadMissing()).toBeInstanceOf(MissingScript);
});

test('a page is reloaded only if that can be stored, because else it would never end', async () => {
  openPage({ version: 'v3' });
  storage.full = true;
  expect(await loadMissing()).toBeInstanceOf(MissingScript);
});
