// @module-tag S17
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { encodeGroups } from '../../../functions/src/catalog/tally.ts';
import { decodeFields } from '../../../functions/src/operations/document-fields.data.ts';
import {
  writeManifest,
  type Manifest,
} from '../../../functions/src/operations/backup/backup-folder.ts';
import { exportSite } from '../../../functions/src/operations/backup/export.service.ts';
import { restoreSite } from '../../../functions/src/operations/backup/restore.service.ts';
import { readConfig } from '../../../functions/src/config.ts';
import { bucketOpener } from '../../../functions/src/platform/bucket.data.ts';
import { type Context, createServices } from '../../../functions/src/site.ts';
import { approve, reject, remove } from '../../support/moderation-steps.ts';
import { siteTime } from '../../support/api-site.ts';
import { getList } from '../../support/api/lists.ts';
import { countDifferent, inNewFolder, quiet } from '../../support/api/import-steps.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';
import { refuseCommitsFrom } from '../../support/api/use-api.ts';
import { castVote, reportJoke, submitJoke } from '../../support/api/visitor-steps.ts';

const LEFT_OUT = ['sessions', 'catalog'];
const A_MINUTE = 60_000;
const LONG_AGO = new Date('2020-01-01');
/** Its lease, one part, the root, and the deletion of the one before. */
const SNAPSHOT_COMMITS = 4;
const running = useImages(
  someJokes(210).map((joke) =>
    joke.joke_id > 4 ? joke : { ...joke, tags: ['food'] as const, safe: joke.joke_id % 2 === 0 },
  ),
);
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

beforeEach(addContent);

test('an export or restore stops before it writes anything if the bucket does not exist', async () => {
  await inNewFolder(async (folder) => {
    await exportTo(folder);
    const bucket = bucketOpener(readConfig({ GCLOUD_PROJECT: 'older-project' }));
    const lost = { ...running.api.context, bucket };
    const before = await storedHashes();
    const refusal = 'The bucket older-project.firebasestorage.app does not exist';
    await inNewFolder(async (other) => {
      await expect(exportSite(lost, other, quiet)).rejects.toThrow(refusal);
      expect(readdirSync(other)).toEqual([]);
    });
    await expect(restoreSite(lost, folder, quiet)).rejects.toThrow(refusal);
    expect(await storedHashes()).toEqual(before);
  });
});

test('a restore brings back every document, vote and image', async () => {
  await inNewFolder(async (folder) => {
    const before = await storedHashes();
    expect(Object.keys(before).filter((path) => path.startsWith('ratings/'))).toHaveLength(6);
    expect(Object.keys(before).filter((path) => path.startsWith('images/'))).toHaveLength(6);
    for (const kind of ['jokes/', 'changes/', 'admins/', 'setup/', 'secrets/', 'reports/']) {
      expect(Object.keys(before).some((path) => path.startsWith(kind))).toBe(true);
    }
    const first = await exportTo(join(folder, 'first'));
    await wipe();
    await restore(join(folder, 'first'));
    expect(await storedHashes()).toEqual(before);
    await running.restart();
    const second = await exportTo(join(folder, 'second'));
    expect({ ...second, exported_at: '' }).toEqual({ ...first, exported_at: '' });
    expect(await countDifferent(running.api.context)).toBe(0);
    expect((await running.api.request('/jokes/3')).body).toMatchObject({ num_votes: 5, rating: 3 });
    expect((await running.api.request('/jokes?tag=food&safe=true')).body).toMatchObject({
      total: 2,
      jokes: [
        { joke_id: 4, tags: ['food'], safe: true },
        { joke_id: 2, tags: ['food'], safe: true },
      ],
    });
  });
});

test('an export contains no sessions, and only the user who made it can read its files', async () => {
  await inNewFolder(async (folder) => {
    const path = join(folder, 'export');
    await exportTo(path);
    const names = readdirSync(path);
    expect(names).toContain('secrets.jsonl');
    for (const left of LEFT_OUT) expect(names).not.toContain(`${left}.jsonl`);
    for (const name of names) expect(statSync(join(path, name)).mode & 0o077).toBe(0);
    await expect(exportTo(path)).rejects.toThrow(/is not empty/);
  });
});

test('a restore preserves every type of value', async () => {
  await inNewFolder(async (folder) => {
    const { db } = running.api.context;
    const values = {
      whole: 4,
      half: 4.5,
      large: 1e21,
      zero: -0,
      nothing: null,
      numbers: [NaN, Infinity, -Infinity],
      moment: new Date(-62_135_596_800_000),
      precise: new Date(1_700_000_000_123),
      bytes: Buffer.from([0, 255, 10]),
      ...decodeFields({ point: { $geopoint: [-90, 0.5] }, vector: { $vector: [1, 2.5] } }, db),
      text: '\u0000\u2028"\\ 🥋',
      map: { $timestamp: 'no moment', inner: { $map: { $bytes: [] } }, empty: {} },
    };
    await db.doc('numbers/values').set(values);
    await db.doc('numbers/place').set({ at: db.doc('jokes/7') });
    const before = (await db.doc('numbers/values').get()).data();
    await exportTo(join(folder, 'export'));
    await wipe();
    await restore(join(folder, 'export'));
    const after = (await running.api.context.db.doc('numbers/values').get()).data();
    expect(after).toEqual(before);
    const place: unknown = (await running.api.context.db.doc('numbers/place').get()).get('at');
    expect(place).toHaveProperty('path', 'jokes/7');
    expect(Object.is(after?.['zero'], before?.['zero'])).toBe(true);
  });
});

test('an export is a consistent snapshot, even during votes and decisions', async () => {
  await inNewFolder(async (folder) => {
    const services = createServices(running.api.context);
    let votes = 0;
    const changes: Promise<unknown>[] = [];
    const path = join(folder, 'export');
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
    const voted = (await db.collection('jokes').get()).docs.filter((joke) =>
      z
        .array(z.number())
        .parse(joke.get('histogram') ?? [])
        .some((count) => count > 0),
    );
    expect(voted).toHaveLength(2);
  });
});

describe('a restore', () => {
  test('refuses a site that is not empty, and changes nothing', async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      await exportTo(path);
      const before = await storedHashes();
      await expect(restore(path)).rejects.toThrow(/site is not empty.*jokes/);
      expect(await storedHashes()).toEqual(before);
    });
  });

  test('into a site that has only had visitors shows on its running instances, which then take votes', async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      const before = await storedHashes();
      await exportTo(path);
      let now = siteTime();
      await running.site.clear();
      running.storage.clear();
      await running.restart({ clock: () => now });
      for (const url of ['/jokes', '/jokes/top', '/jokes/3']) await running.api.request(url);
      await running.api.request('/jokes/similar', {
        method: 'POST',
        body: { joke_text: 'Chuck Norris finds nothing here.' },
      });
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
  });

  test('keeps what visitors submit meanwhile', async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      await exportTo(path);
      const before = await storedHashes();
      await wipe();
      const { context } = running.api;
      const services = createServices(context);
      const submitted: number[] = [];
      const bucket = async () => {
        const present = await context.db.doc('catalog/root').get();
        const text = 'Chuck Norris does not wait for a restore.';
        if (present.exists && submitted.length === 0)
          submitted.push(await submitJoke(services, text));
        return context.bucket();
      };
      await restoreSite({ ...context, bucket }, path, quiet);
      expect(submitted).toEqual([211]);
      expect(await storedHashes()).toMatchObject(before);
      expect(await submitJoke(services, 'Chuck Norris comes after it.')).toBe(212);
    });
  });

  test.each([
    ['a changed document', (path: string) => writeFileSync(join(path, 'jokes.jsonl'), '{}\n')],
    ['a missing file', (path: string) => rmSync(join(path, 'ratings.jsonl'))],
    [
      'a changed image',
      (path: string) => {
        const [name = ''] = readdirSync(join(path, 'images'));
        const content = readFileSync(join(path, 'images', name));
        writeFileSync(join(path, 'images', name), content.subarray(1));
      },
    ],
    ['no manifest', (path: string) => rmSync(join(path, 'manifest.json'))],
  ])('refuses a damaged export before it changes anything: %s', async (_what, damage) => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      await exportTo(path);
      damage(path);
      const before = await storedHashes();
      await expect(restore(path)).rejects.toThrow(/damaged|not a complete export/);
      expect(await storedHashes()).toEqual(before);
    });
  });

  test('that is interrupted at any step shows no fact', async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
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
});

test(
  'a backup with a malformed line is refused with its file name and line number',
  { tags: 'X11' },
  async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      await exportTo(path);
      const spoil = (part: string | RegExp, by: string, name = 'images.jsonl') => {
        const list = readFileSync(join(path, name), 'utf8');
        const spoiled = list.replace(part, by);
        const manifest = readFileSync(join(path, 'manifest.json'), 'utf8');
        writeFileSync(join(path, name), spoiled);
        writeFileSync(join(path, 'manifest.json'), manifest.replace(sha(list), sha(spoiled)));
      };
      const before = await storedHashes();
      const created = /(?<="created_at":\{"\$timestamp":")[^"]+/;
      const original = readFileSync(join(path, 'jokes.jsonl'), 'utf8').match(created)?.[0] ?? '';
      spoil(created, '0000-02-29T20:00:00.000000000Z', 'jokes.jsonl');
      await expect(restore(path)).rejects.toThrow(
        'jokes.jsonl, line 1 is malformed: fields.created_at.',
      );
      spoil(created, original, 'jokes.jsonl');
      spoil('"name":"', '"name":"../');
      await expect(restore(path)).rejects.toThrow(
        `${join(path, 'images.jsonl')}, line 1 is malformed: name.`,
      );
      spoil(/^.*$/m, '{"name":');
      await expect(restore(path)).rejects.toThrow(/images\.jsonl, line 1 is not JSON\.$/);
      expect(await storedHashes()).toEqual(before);
    });
  },
);

test('an export of an earlier version restores its facts and votes, and what counts of them', async () => {
  const moment = { $timestamp: '2020-01-01T00:00:00.000000000Z' };
  const earlier = (joke_id: number, more: object) => ({
    joke_id,
    joke_text: `Chuck Norris kept fact ${joke_id}.`,
    status: 'approved',
    tags: ['food'],
    safe: true,
    histogram: [0, 0, 0, 0, 9],
    rating: 5,
    num_votes: 9,
    stars: 45,
    score: 4.3,
    potential: 4.7,
    prior: 3.5,
    image: null,
    created_at: moment,
    approved_at: moment,
    ...more,
  });
  const grouped = encodeGroups(new Map([[7, { votes: 9, stars: 45 }]]));
  const groups = { $bytes: Buffer.from(grouped).toString('base64') };
  const jokes = [
    earlier(1, { week: '2026-01-12', week_score: 4.1, tally: { groups, week_groups: groups } }),
    earlier(2, { week: null }),
    earlier(3, { histogram: 'none' }),
  ];
  const contents = {
    jokes,
    ratings: [{ joke_id: 1, rating_num: 5, created_at: moment }],
    catalog: [{ revision: 3, next_joke_id: 900 }],
    discover: [{ contenders: [1] }],
  };
  await inNewFolder(async (folder) => {
    const collections: Manifest['collections'] = {};
    for (const [name, documents] of Object.entries(contents)) {
      const lines = documents.map((fields, index) => {
        const id = name === 'jokes' ? String(index + 1) : '1_voter';
        return `${JSON.stringify({ id, fields })}\n`;
      });
      writeFileSync(join(folder, `${name}.jsonl`), lines.join(''));
      collections[name] = { documents: lines.length, sha256: sha(lines.join('')) };
    }
    writeFileSync(join(folder, 'images.jsonl'), '');
    const images = { files: 0, bytes: 0, sha256: sha('') };
    const exported_at = LONG_AGO.toISOString();
    await writeManifest(folder, { project: 'earlier', exported_at, collections, images });
    await wipe();
    await restore(folder);
    const { db } = running.api.context;
    const three = { votes: 3, stars: 15 };
    for (const [jokeId, counted] of [
      [1, { weighted: three, week_weighted: three }],
      [2, { weighted: { votes: 9, stars: 45 }, week_weighted: { votes: 0, stars: 0 } }],
    ] as const) {
      expect((await db.doc(`jokes/${jokeId}`).get()).data()).toMatchObject(counted);
    }
    expect((await db.doc('ratings/1_voter').get()).data()).toMatchObject({ rating_num: 5 });
    expect((await db.collection('discover').get()).size).toBe(0);
    expect((await db.doc('catalog/root').get()).data()).toMatchObject({ next_joke_id: 4 });
    await running.restart();
    const found = { joke_id: 2, num_votes: 9, rating: 5, tags: ['food'] };
    expect((await running.api.request('/jokes?tag=food')).body).toMatchObject({
      total: 2,
      jokes: [found, { ...found, joke_id: 1 }],
    });
  });
});
