import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startStorageEmulator } from './index.ts';
import { closeApps, openBucket, type Bucket } from '../testing/open-bucket.ts';

let dataDirectory: string;

beforeEach(() => {
  dataDirectory = mkdtempSync(join(tmpdir(), 'storage-durability-'));
});

afterEach(async () => {
  await closeApps();
  rmSync(dataDirectory, { recursive: true });
});

/** Runs `work` on a new emulator with the same data folder. */
async function inOneRun(work: (bucket: Bucket) => Promise<void>): Promise<void> {
  const emulator = await startStorageEmulator({ dataDirectory });
  try {
    await work(openBucket(emulator.host).bucket);
  } finally {
    await emulator.stop();
  }
}

test('objects, settings and generations survive a restart, deleted ones do not', async () => {
  let before: unknown;
  await inOneRun(async (bucket) => {
    await bucket.file('../stays').save('old', { resumable: false });
    await bucket.file('../stays').save('new', { resumable: false, contentType: 'text/plain' });
    await bucket.file('../stays').setMetadata({ metadata: { a: '1' } });
    await bucket.file('gone').save('x', { resumable: false });
    await bucket.file('gone').delete();
    before = (await bucket.file('../stays').getMetadata())[0];
  });
  await inOneRun(async (bucket) => {
    const [files] = await bucket.getFiles();
    expect(files.map(({ name }) => name)).toEqual(['../stays']);
    expect(String((await bucket.file('../stays').download())[0])).toBe('new');
    expect((await bucket.file('../stays').getMetadata())[0]).toEqual(before);
  });
});

test('similar names are different objects', async () => {
  const names = ['a', 'a/b', 'a/B', 'a%2Fb', 'a//b', 'a.json', 'ä', 'a\u0308'];
  await inOneRun(async (bucket) => {
    for (const name of names) await bucket.file(name).save(name, { resumable: false });
  });
  await inOneRun(async (bucket) => {
    for (const name of names) expect(String((await bucket.file(name).download())[0])).toBe(name);
  });
});

test('half-written files of a crash are ignored and deleted', async () => {
  await inOneRun(async (bucket) => {
    await bucket.file('a').save('whole', { resumable: false });
  });
  const [json = ''] = readdirSync(dataDirectory).filter((name) => name.endsWith('.json'));
  writeFileSync(join(dataDirectory, `${json}.new`), '{"bucket":');
  writeFileSync(join(dataDirectory, json.replace('.json', '.99')), 'hal');
  await inOneRun(async (bucket) => {
    expect(String((await bucket.file('a').download())[0])).toBe('whole');
  });
  expect(readdirSync(dataDirectory)).toHaveLength(2);
});

test('an object is two files, however often it changes', async () => {
  await inOneRun(async (bucket) => {
    for (let round = 0; round < 5; round += 1) {
      await bucket.file('a').save(String(round), { resumable: false });
      await bucket.file('a').setMetadata({ cacheControl: String(round) });
    }
  });
  expect(readdirSync(dataDirectory)).toHaveLength(2);
});
