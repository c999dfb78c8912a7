// @module-tag S17
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { exportSite } from '../../../functions/src/operations/export.service.ts';
import { restoreSite } from '../../../functions/src/operations/restore.service.ts';
import { type Context, createServices } from '../../../functions/src/site.ts';
import { approve, reject, remove } from '../../support/moderation-steps.ts';
import { siteTime } from '../../support/api-site.ts';
import { getList } from '../../support/api/lists.ts';
import { countDifferent, quiet } from '../../support/api/import-steps.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';
import { refuseCommitsFrom } from '../../support/api/use-api.ts';
import { castVote, reportJoke } from '../../support/api/visitor-steps.ts';

const LEFT_OUT = ['sessions', 'catalog'];
const A_MINUTE = 60_000;
const LONG_AGO = new Date('2020-01-01');
/** Its lease, one part, the root, and the deletion of the one before. */
const SNAPSHOT_COMMITS = 4;
const running = useImages(someJokes(210));
const exportTo = (folder: string) => exportSite(running.api.context, folder, quiet);
const restore = (folder: string) => restoreSite(running.api.context, folder, quiet);

/** Writes images, votes, decisions, an administrator and a session, so that no collection is empty. */
async function addContent(): Promise<void> {
  const { context } = running.api;
  const services = createServices(context);
  await running.generate(1);
  await running.generate(2);
  for (const star of [1, 2, 3, 4, 5]) await castVote(services, 3, star);
  await running.api.request('/ratings', { method: 'POST', body: { joke_id: 4, rating_num: 5 } });
  await reportJoke(services, 4, 'duplicate');
  await approve(services, 7, { tags: ['science'], safe: true });
  await reject(services, 5);
  await remove(services, 6);
  await context.db.doc('admins/chuck').set({
    username: 'chuck',
    password_hash: 'none',
    password_id: 'first',
    created_at: new Date(siteTime()),
    password_changed_at: new Date(siteTime()),
    disabled: false,
    known_networks: [],
  });
  const created = { created_at: new Date(siteTime()), attempt: 'first' };
  await context.db.doc('setup/first-admin').set({ username: 'chuck', ...created });
  await context.db.doc('sessions/one').set({ username: 'chuck' });
  // As in an export of yesterday: no instance finds a joke by the time of its change.
  for (const jokeId of [1, 2, 3, 4, 5, 6, 7]) {
    await context.db.doc(`jokes/${jokeId}`).update({ updated_at: LONG_AGO });
  }
}

const sha = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');

/** The hash of every document and file, read directly from Firestore and Storage. */
async function storedHashes(): Promise<Record<string, string>> {
  const { db, bucket } = running.api.context;
  const hashes: Record<string, string> = {};
  const plain = (_key: string, value: unknown): unknown =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : value;
  for (const collection of await db.listCollections()) {
    if (LEFT_OUT.includes(collection.id)) continue;
    for (const document of (await collection.get()).docs) {
      hashes[document.ref.path] = sha(JSON.stringify(document.data(), plain));
    }
  }
  const [files] = await (await bucket()).getFiles();
  for (const file of files) {
    const [content] = await file.download();
    const { contentType, metadata } = file.metadata;
    hashes[file.name] = sha(content) + JSON.stringify({ contentType, metadata });
  }
  return hashes;
}

async function wipe(): Promise<void> {
  await running.site.clear();
  running.storage.clear();
  await running.restart();
  expect(await storedHashes()).toEqual({});
}

let path = '';
beforeEach(async () => {
  path = join(mkdtempSync(join(tmpdir(), 'facts-export-')), 'export');
  await addContent();
});
afterEach(() => rmSync(dirname(path), { recursive: true }));

test('a restore brings back every document, vote and image', async () => {
  const before = await storedHashes();
  const counted = (start: string) =>
    Object.keys(before).filter((each) => each.startsWith(start)).length;
  expect([counted('ratings/'), counted('images/')]).toEqual([6, 6]);
  for (const kind of ['jokes/', 'changes/', 'admins/', 'setup/', 'secrets/', 'reports/']) {
    expect(counted(kind)).toBeGreaterThan(0);
  }
  const first = await exportTo(path);
  const names = readdirSync(path);
  for (const left of LEFT_OUT) expect(names).not.toContain(`${left}.jsonl`);
  // Only the user who made it can read it.
  for (const name of names) expect(statSync(join(path, name)).mode & 0o077).toBe(0);
  await expect(restore(path)).rejects.toThrow(/site is not empty.*jokes/);
  expect(await storedHashes()).toEqual(before);
  await wipe();
  await restore(path);
  expect(await storedHashes()).toEqual(before);
  await running.restart();
  const second = await exportTo(`${path}-again`);
  expect({ ...second, exported_at: '' }).toEqual({ ...first, exported_at: '' });
  expect(await countDifferent(running.api.context)).toBe(0);
});

test('a restore preserves every value of the site’s types, and an export refuses others', async () => {
  const { db } = running.api.context;
  const values = {
    whole: 4,
    half: 4.5,
    large: 1e21,
    nothing: null,
    moment: new Date(-62_135_596_800_000),
    precise: new Date(1_700_000_000_123),
    text: '\u0000\u2028"\\ 🥋',
    map: { inner: [{ list: [] }], empty: {}, $x: 1, $$y: { $timestamp: 'text' } },
    $timestamp: 'text',
  };
  await db.doc('numbers/values').set(values);
  const before = (await db.doc('numbers/values').get()).data();
  await exportTo(path);
  await db.doc('numbers/place').set({ at: db.doc('jokes/7') });
  await expect(exportTo(`${path}-other`)).rejects.toThrow('numbers/place has a value');
  expect(existsSync(`${path}-other`)).toBe(false);
  await wipe();
  await restore(path);
  const after = (await running.api.context.db.doc('numbers/values').get()).data();
  expect(after).toEqual(before);
});

test('an export is a consistent snapshot, even during votes and decisions', async () => {
  const services = createServices(running.api.context);
  let votes = 0;
  const changes: Promise<unknown>[] = [];
  await exportSite(running.api.context, path, {
    ...quiet,
    onProgress: () => {
      votes += 1;
      changes.push(
        castVote(services, 10 + votes, 5).catch(() => undefined),
        reject(services, 100 + votes).catch(() => undefined),
      );
    },
  });
  await Promise.all(changes);
  expect(votes).toBeGreaterThan(5);
  await wipe();
  await restore(path);
  await running.restart();
  expect(await countDifferent(running.api.context)).toBe(0);
  const { db } = running.api.context;
  expect((await db.collection('ratings').get()).size).toBe(6);
  const { docs } = await db.collection('jokes').get();
  const histograms = docs.map((joke) => String(joke.get('histogram') ?? ''));
  expect(histograms.filter((text) => /[1-9]/.test(text))).toHaveLength(2);
});

describe('a restore', () => {
  test('into a site that has only had visitors shows on its running instances, which then take votes', async () => {
    const before = await storedHashes();
    await exportTo(path);
    let now = siteTime();
    await wipe();
    await running.restart({ clock: () => now });
    for (const url of ['/jokes', '/jokes/top', '/jokes/3']) await running.api.request(url);
    const { context } = running.api;
    const totals: number[] = [];
    /** A visitor looks while the restore waits. */
    const look = async () => {
      now += A_MINUTE;
      totals.push((await getList(running.api, '/jokes')).total);
    };
    const waiting: Context = {
      ...context,
      bucket: () => look().then(context.bucket),
      async withReadDeadline(read) {
        const result = await read;
        // A part of a snapshot was written.
        if (result === undefined) await look();
        return result;
      },
    };
    await restoreSite(waiting, path, quiet);
    expect(totals.length).toBeGreaterThan(4);
    expect(totals.slice(0, -1).filter((total) => total > 0)).toEqual([]);
    expect(await storedHashes()).toEqual(before);
    now += A_MINUTE;
    expect((await running.api.request('/jokes/3')).body).toMatchObject({ num_votes: 5 });
    expect((await running.api.request('/jokes')).body).toMatchObject({ total: 162 });
    const body = { joke_id: 3, rating_num: 5 };
    expect((await running.api.request('/ratings', { method: 'POST', body })).status).toBe(201);
    expect(await countDifferent(running.api.context)).toBe(0);
  });

  test.each([
    ['a file without its end', () => writeFileSync(join(path, 'jokes.jsonl'), '')],
    ['a missing file', () => rmSync(join(path, 'ratings.jsonl'))],
    [
      'a missing image',
      () => rmSync(join(path, 'images', readdirSync(join(path, 'images'))[0] ?? '')),
    ],
    ['no manifest', () => rmSync(join(path, 'manifest.json'))],
  ])('refuses a damaged export before it changes anything: %s', async (_what, damage) => {
    await exportTo(path);
    damage();
    const before = await storedHashes();
    await expect(restore(path)).rejects.toThrow(/damaged|no such file|not a complete export/);
    expect(await storedHashes()).toEqual(before);
  });

  test('brings back what this version can’t read, as it was, and reports it', async () => {
    const { db } = running.api.context;
    await db.doc('jokes/9').update({ status: 'gone' });
    await db.doc('admins/chuck').update({ password_hash: 1 });
    const before = await storedHashes();
    await exportTo(path);
    await wipe();
    const reported: string[] = [];
    const observer = { ...quiet, onProblem: (problem: string) => reported.push(problem) };
    expect(await restoreSite(running.api.context, path, observer)).toMatchObject({ unreadable: 2 });
    expect(reported).toEqual([
      'admins/chuck can’t be read by this version: password_hash',
      'jokes/9 can’t be read by this version: status',
    ]);
    expect(await storedHashes()).toEqual(before);
  });

  test('says what a folder is that it can’t restore', async () => {
    await expect(restore(path)).rejects.toThrow(`Couldn’t find ${path}.`);
    await exportTo(path);
    const manifest = join(path, 'manifest.json');
    await expect(restore(manifest)).rejects.toThrow(`${manifest} is a file: give the folder`);
    writeFileSync(manifest, '{"format": 1, "files": 3}');
    await expect(restore(path)).rejects.toThrow(
      'is an export of format 1, and this version restores format 2',
    );
  });

  test('that is interrupted at any step shows no fact', async () => {
    await exportTo(path);
    await wipe();
    running.site.firestore.resetRecords();
    await restore(path);
    const commits = running.site.firestore.records().filter(({ rpc }) => rpc === 'Commit').length;
    expect(commits).toBeGreaterThanOrEqual(10);
    for (let nth = 1; nth <= commits; nth += 3) {
      await wipe();
      refuseCommitsFrom(running.site.firestore, nth);
      // Without its last step, the snapshot, it is complete.
      const isComplete = await restore(path).then(
        () => true,
        () => false,
      );
      expect(isComplete).toBe(nth > commits - SNAPSHOT_COMMITS);
      running.site.firestore.clearFaults();
      await running.restart();
      const total = isComplete ? 162 : 0;
      expect((await running.api.request('/jokes')).body).toMatchObject({ total });
    }
  });
});

test(
  'a backup with a malformed line is refused with its file name and line number',
  { tags: 'X11' },
  async () => {
    await exportTo(path);
    const spoil = (part: string | RegExp, by: string, name = 'images.jsonl') => {
      const list = readFileSync(join(path, name), 'utf8');
      const spoiled = list.replace(part, by);
      writeFileSync(join(path, name), spoiled);
    };
    const before = await storedHashes();
    const created = /(?<="created_at":\{"\$timestamp":")[^"]+/;
    const original = readFileSync(join(path, 'jokes.jsonl'), 'utf8').match(created)?.[0] ?? '';
    spoil(created, '0000-02-29T20:00:00.000000000Z', 'jokes.jsonl');
    await expect(restore(path)).rejects.toThrow(
      'jokes.jsonl, line 1 is malformed: fields.created_at.',
    );
    spoil(created, original, 'jokes.jsonl');
    spoil('"id":"1"', '"id":"1/votes/2"', 'jokes.jsonl');
    await expect(restore(path)).rejects.toThrow('jokes.jsonl, line 1 is malformed: id.');
    spoil('"id":"1/votes/2"', '"id":"1"', 'jokes.jsonl');
    spoil('"name":"', '"name":"../');
    await expect(restore(path)).rejects.toThrow(
      `${join(path, 'images.jsonl')}, line 1 is malformed: name.`,
    );
    spoil(/^.*$/m, '{"name":');
    await expect(restore(path)).rejects.toThrow(/images\.jsonl, line 1 is not JSON\.$/);
    writeFileSync(join(path, 'images.jsonl'), ' '.repeat(10_000_000));
    await expect(restore(path)).rejects.toThrow(
      /images\.jsonl has a line that is longer than any document\.$/,
    );
    expect(await storedHashes()).toEqual(before);
  },
);

test('a collection whose name no file can have is named, and nothing is exported', async () => {
  await running.api.context.db.doc('images/one').set({});
  await expect(exportTo(path)).rejects.toThrow('The collection images can’t be exported');
  expect(existsSync(path)).toBe(false);
});
