// @module-tag S17
import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { decodeFields } from '../../../functions/src/operations/document-fields.data.ts';
import { exportSite } from '../../../functions/src/operations/backup/export.service.ts';
import { restoreSite } from '../../../functions/src/operations/backup/restore.service.ts';
import { readConfig } from '../../../functions/src/config.ts';
import { approveReplacement } from '../../../scripts/approve-replacement.ts';
import { bucketOpener } from '../../../functions/src/platform/bucket.data.ts';
import { isEmpty } from '../../../local/seed/import-jokes.ts';
import { createServices } from '../../../functions/src/services.ts';
import { jokeList, submissionReceipt } from '../../../functions/src/contract/index.ts';
import { ACTOR } from '../../support/moderation-steps.ts';
import { ADMIN_BEARER, type RequestOptions, siteTime } from '../../support/api-site.ts';
import {
  catalogProblems,
  importText,
  inNewFolder,
  jsonLines,
  quiet,
} from '../../support/api/import-steps.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';
import { refuseCommitsFrom } from '../../support/api/use-api.ts';
import { aVote } from '../../support/api/votes.ts';

const LEFT_OUT = ['claims', 'invitations', 'restores', 'sessions', 'throttles'];
const running = useImages(
  someJokes(210).map((joke) =>
    joke.joke_id > 4 ? joke : { ...joke, tags: ['food'] as const, safe: joke.joke_id % 2 === 0 },
  ),
);
const exportTo = (folder: string) => exportSite(running.api.context, folder, quiet);
const restore = (folder: string, replace = false) =>
  restoreSite(running.api.context, folder, replace, quiet);

/** Writes images, votes, decisions, an administrator and a session, so that no collection is empty. */
async function addContent(): Promise<void> {
  const { context } = running.api;
  const services = createServices(context);
  await running.generate(1);
  await running.generate(2);
  for (const star of [1, 2, 3, 4, 5]) await services.ratings.add(3, `voter-${star}`, aVote(star));
  await running.api.request('/ratings', { method: 'POST', body: { joke_id: 4, rating_num: 5 } });
  const choice = { stars: [4, 5], group: null };
  const from = new Date(siteTime() - 60_000).toISOString();
  const to = new Date(siteTime() + 1).toISOString();
  const later = createServices({ ...context, clock: () => siteTime() + 240_000 });
  await later.voteReview.discard(ACTOR, 3, { ...choice, from, to });
  await services.reports.add(4, 'voter', 'duplicate');
  await services.moderation.approve(ACTOR, 7, { tags: ['science'], safe: true });
  await services.moderation.reject(ACTOR, 5);
  await services.moderation.remove(ACTOR, 6);
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
  await context.db.doc('users/google').set({ uid: 'google', last_login_at: new Date(siteTime()) });
  await context.db.doc('sessions/one').set({ username: 'chuck' });
  await context.db.doc('numbers/days').set({ days: [], counting_until: null });
  await context.db.doc('claims/one').set({ username: 'chuck' });
  await context.db.doc('invitations/anna').set({ token_hash: 'x' });
}

/** The hash of every document and file, read directly from Firestore and Storage. */
async function storedHashes(): Promise<Record<string, string>> {
  const { db, bucket } = running.api.context;
  const hashes: Record<string, string> = {};
  const sha = (content: string | Uint8Array) => createHash('sha256').update(content).digest('hex');
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
    await expect(restoreSite(lost, folder, true, quiet)).rejects.toThrow(refusal);
    expect(await storedHashes()).toEqual(before);
  });
});

test('an import of an export restores every document, vote and image', async () => {
  await inNewFolder(async (folder) => {
    const before = await storedHashes();
    expect(Object.keys(before).filter((path) => path.startsWith('ratings/'))).toHaveLength(6);
    expect(Object.keys(before).filter((path) => path.startsWith('images/'))).toHaveLength(6);
    for (const kind of [
      'jokes/',
      'catalog/root',
      'catalog/tags',
      'audit/',
      'admins/',
      'setup/',
      'users/',
      'secrets/',
      'reports/',
      'reported_jokes/',
    ]) {
      expect(Object.keys(before).some((path) => path.startsWith(kind))).toBe(true);
    }
    const first = await exportTo(join(folder, 'first'));
    await wipe();
    await restore(join(folder, 'first'));
    expect(await storedHashes()).toEqual(before);
    await running.restart();
    const second = await exportTo(join(folder, 'second'));
    expect({ ...second, exported_at: '' }).toEqual({ ...first, exported_at: '' });
    expect(await catalogProblems(running.api.context)).toEqual([]);
    expect((await running.api.request('/jokes/3')).body).toMatchObject({ num_votes: 3, rating: 2 });
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
    await db.doc('users/values').set(values);
    await db.doc('users/place').set({ at: db.doc('jokes/7') });
    const before = (await db.doc('users/values').get()).data();
    await exportTo(join(folder, 'export'));
    await wipe();
    await restore(join(folder, 'export'));
    const after = (await running.api.context.db.doc('users/values').get()).data();
    expect(after).toEqual(before);
    const place: unknown = (await running.api.context.db.doc('users/place').get()).get('at');
    expect(place).toHaveProperty('path', 'jokes/7');
    expect(Object.is(after?.['zero'], before?.['zero'])).toBe(true);
  });
});

test('an export is a consistent snapshot, even during votes and decisions', async () => {
  await inNewFolder(async (folder) => {
    const { ratings, moderation } = createServices(running.api.context);
    let votes = 0;
    const changes: Promise<unknown>[] = [];
    const path = join(folder, 'export');
    await exportSite(running.api.context, path, {
      ...quiet,
      onProgress: () => {
        votes += 1;
        changes.push(
          ratings.add(10 + votes, 'busy', aVote(5)).catch(() => undefined),
          moderation.reject(ACTOR, 100 + votes).catch(() => undefined),
        );
      },
    });
    await Promise.all(changes);
    expect(votes).toBeGreaterThan(5);
    await wipe();
    await restore(path);
    await running.restart();
    expect(await catalogProblems(running.api.context)).toEqual([]);
    const { db } = running.api.context;
    expect((await db.collection('ratings').get()).size).toBe(6);
    expect((await db.collection('jokes').where('num_votes', '>', 0).get()).size).toBe(2);
  });
});

describe('a restore', () => {
  test('refuses a site that is not empty unless --replace is given', async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      const before = await storedHashes();
      await exportTo(path);
      await importText(running.api.context, jsonLines([{ joke_text: 'Chuck Norris came later.' }]));
      await running.generate(8);
      const changed = await storedHashes();
      await expect(restore(path)).rejects.toThrow(/not empty.*--replace/);
      expect(await storedHashes()).toEqual(changed);
      await restore(path, true);
      expect(await storedHashes()).toEqual(before);
      expect((await running.api.context.db.collection('sessions').get()).empty).toBe(true);
    });
  });

  test('replaces a real site only if its id is confirmed, and after a backup', async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      const backups = join(folder, 'backups');
      const { context } = running.api;
      await exportTo(path);
      await importText(context, jsonLines([{ joke_text: 'Chuck Norris came later.' }]));
      const changed = await storedHashes();
      const lines: string[] = [];
      const print = (text: string) => lines.push(text);
      const terminal = { print, printError: print, progress: () => undefined };
      const run = { context, terminal, observer: quiet };
      const replace = (confirmed: boolean) =>
        restoreSite(context, path, true, quiet, (replacement) =>
          approveReplacement(run, 'real-facts', confirmed, replacement, backups),
        );

      await expect(replace(false)).rejects.toThrow('--yes-delete real-facts');
      expect(await storedHashes()).toEqual(changed);
      expect(lines.join('\n')).toMatch(/^ +jokes +210 +209$/m);
      expect(lines.join('\n')).toMatch(/^ +images +6 +6$/m);

      await replace(true);
      const [backup = ''] = readdirSync(backups);
      expect(backup).toMatch(/^real-facts-/);
      expect((await storedHashes())['jokes/211']).toBeUndefined();
      await restore(join(backups, backup), true);
      expect(await storedHashes()).toEqual(changed);
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
      await expect(restore(path, true)).rejects.toThrow(/damaged|not a complete export/);
      expect(await storedHashes()).toEqual(before);
    });
  });

  test('that is interrupted at any step is reported, and a second run completes it', async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      const before = await storedHashes();
      await exportTo(path);
      await restore(path, true);
      running.site.firestore.resetRecords();
      await restore(path, true);
      const commits = running.site.firestore.records().filter(({ rpc }) => rpc === 'Commit').length;
      expect(commits).toBeGreaterThan(15);
      for (let nth = 2; nth <= commits; nth += 4) {
        refuseCommitsFrom(running.site.firestore, nth);
        await expect(restore(path, true)).rejects.toThrow(/PERMISSION_DENIED/);
        running.site.firestore.clearFaults();
        expect(await catalogProblems(running.api.context)).toEqual([
          'a restore was interrupted: run the same npm run import -- <folder> again',
        ]);
        expect(await isEmpty(running.api.context)).toBe(false);
        await restore(path);
        expect(await storedHashes()).toEqual(before);
      }
      expect(await catalogProblems(running.api.context)).toEqual([]);
    });
  });
});

/** Calls that write; the test sends each with permission. */
const WRITES: [path: string, body?: unknown][] = [
  ['/ratings', { joke_id: 4, rating_num: 5 }],
  ['/jokes/submit', { joke_text: 'Chuck Norris submits during a restore.' }],
  ['/admin/approve/5'],
  ['/images/generate/9'],
  ['/admin/setup', { username: 'chuck', password: 'roundhouse kick' }],
];
/** A vote from a network of its own. */
const vote = (joke_id: number, network = 0, headers: Record<string, string> = {}) => ({
  method: 'POST',
  body: { joke_id, rating_num: 1 + (network % 5) },
  headers: {
    'x-forwarded-for': `10.${network >> 8}.${network & 255}.1`,
    ...headers,
  },
});
const UNFINISHED = { backup: 'another', started_at: new Date(siteTime()) };

describe('while a restore is unfinished', { tags: 'X8' }, () => {
  test('every write gets 503, and reads keep working', async () => {
    const { db } = running.api.context;
    await db.doc('setup/first-admin').delete();
    await db.doc('restores/unfinished').set(UNFINISHED);
    const before = await storedHashes();
    let now = siteTime();
    await running.restart({ clock: () => now });
    for (const [path, body] of WRITES) {
      const answer = await running.api.request(path, {
        method: 'POST',
        bearer: ADMIN_BEARER,
        body,
      });
      expect(answer, path).toMatchObject({
        status: 503,
        body: { detail: 'The site is being restored. Please try again in a few minutes.' },
      });
      expect(answer.headers.get('retry-after')).toBe('60');
    }
    expect(await storedHashes()).toEqual(before);
    expect((await running.api.request('/jokes')).status).toBe(200);
    await running.api.context.db.doc('restores/unfinished').delete();
    now += 30_000;
    for (const [path, body] of WRITES.slice(0, 3)) {
      const answer = await running.api.request(path, {
        method: 'POST',
        bearer: ADMIN_BEARER,
        body,
      });
      expect(answer.status, path).toBeLessThan(300);
    }
  });

  test('a running instance notices it within 30 seconds, at two reads a minute', async () => {
    let now = siteTime();
    await running.restart({ clock: () => now });
    const { ratings, submissions } = createServices(running.api.context);
    const { db } = running.api.context;
    await ratings.add(3, 'before', aVote(5));
    running.site.firestore.resetRecords();
    await ratings.add(3, 'known', aVote(5));
    expect(running.site.firestore.totals()).toMatchObject({ reads: 2, writes: 2 });
    await db.doc('restores/unfinished').set(UNFINISHED);
    // Without the catalog, the instance refuses immediately: otherwise it would number jokes from 1 again.
    await db.doc('catalog/root').delete();
    await expect(submissions.submit('Chuck Norris is early.')).rejects.toThrow('being restored');
    now += 30_000;
    await expect(ratings.add(3, 'after', aVote(5))).rejects.toThrow('being restored');
  });

  test('without its catalog, a running instance shows what it has cached, a new one answers 503, and both recover', async () => {
    let now = siteTime();
    await running.restart({ clock: () => now });
    const { db } = running.api.context;
    const before = (await running.api.request('/jokes')).body;
    const jokes = await db.collection('jokes').get();
    const root = await db.doc('catalog/root').get();
    await db.doc('restores/unfinished').set(UNFINISHED);
    for (const document of [root, ...jokes.docs]) await document.ref.delete();
    now += 30_000;
    expect(await running.api.request('/jokes')).toMatchObject({ status: 200, body: before });
    const other = await running.startAnother({ clock: () => now });
    for (const path of ['/jokes', '/jokes/3', '/jokes/random']) {
      const answer = await other.request(path);
      expect(answer.status, path).toBe(503);
      expect(answer.headers.get('retry-after')).toBe('60');
    }
    // By now the instance has looked for jokes that are not there.
    now += 11 * 60_000;
    await running.api.request('/jokes');
    for (const document of [...jokes.docs, root]) await document.ref.set(document.data() ?? {});
    await db.doc('restores/unfinished').delete();
    now += 30_000;
    for (const api of [running.api, other]) {
      expect(await api.request('/jokes')).toMatchObject({ status: 200, body: before });
    }
  });

  test(
    'nothing that visitors send gets a 404 that their browsers take as final',
    { tags: 'S10' },
    async () => {
      await inNewFolder(async (folder) => {
        const submitted = await running.api.request('/jokes/submit', {
          method: 'POST',
          body: { joke_text: 'Chuck Norris is restored from no backup.' },
        });
        const { receipt } = submissionReceipt.parse(submitted.body);
        const path = join(folder, 'export');
        await exportTo(path);
        const list = jokeList.parse((await running.api.request('/jokes?per_page=100')).body);
        const approved = list.jokes.map(({ joke_id }) => joke_id);
        const jokeOf = (calls: number) => approved[calls % approved.length] ?? 0;
        const first = await running.api.request('/ratings', vote(jokeOf(0)));
        const cookie = /^__session=[^;]*/.exec(first.headers.get('set-cookie') ?? '')?.[0] ?? '';
        const other = await running.startAnother();
        await other.request('/jokes');
        const votes: Promise<number>[] = [];
        const others: Promise<number>[] = [];
        /** Calls each instance each time the restore makes progress. */
        const visit = () => {
          for (const api of [running.api, other]) {
            const calls = others.length / 2;
            const status = async (url: string, options?: RequestOptions) =>
              (await api.request(url, options)).status;
            votes.push(
              status('/ratings', vote(jokeOf(calls % 7), calls)),
              status('/ratings', vote(jokeOf(calls), calls, { cookie })),
            );
            others.push(
              status('/reports', {
                ...vote(0, calls),
                body: { joke_id: jokeOf(calls % 7), reason: 'other' },
              }),
              status(`/submissions/${receipt}`),
            );
          }
        };
        visit();
        for (let round = 0; round < 2; round += 1) {
          await restoreSite(running.api.context, path, true, { ...quiet, onProgress: visit });
        }
        const answers = new Set(await Promise.all(votes));
        expect([...answers].filter((status) => ![201, 400, 503].includes(status))).toEqual([]);
        expect(answers).toContain(201);
        expect(answers).toContain(503);
        const otherAnswers = new Set(await Promise.all(others));
        expect([...otherAnswers].filter((status) => ![200, 201, 503].includes(status))).toEqual([]);
        expect(await catalogProblems(running.api.context)).toEqual([]);
        const { db } = running.api.context;
        const ratings = await db.collection('ratings').get();
        const stored = Map.groupBy(ratings.docs, (rating) => String(rating.get('joke_id')));
        for (const joke of (await db.collection('jokes').get()).docs) {
          const votes = Number(joke.get('num_votes')) + Number(joke.get('discarded.votes') ?? 0);
          expect(votes, joke.id).toBe(stored.get(joke.id)?.length ?? 0);
        }
      });
    },
  );
});

test(
  'a backup with a malformed line is refused with its file name and line number',
  { tags: 'X11' },
  async () => {
    await inNewFolder(async (folder) => {
      const path = join(folder, 'export');
      await exportTo(path);
      const spoil = (part: string | RegExp, by: string) => {
        const list = readFileSync(join(path, 'images.jsonl'), 'utf8');
        const spoiled = list.replace(part, by);
        const hash = (text: string) => createHash('sha256').update(text).digest('hex');
        const manifest = readFileSync(join(path, 'manifest.json'), 'utf8');
        writeFileSync(join(path, 'images.jsonl'), spoiled);
        writeFileSync(join(path, 'manifest.json'), manifest.replace(hash(list), hash(spoiled)));
      };
      const before = await storedHashes();
      spoil('"name":"', '"name":"../');
      await expect(restore(path, true)).rejects.toThrow(
        `${join(path, 'images.jsonl')}, line 1 is malformed: name.`,
      );
      spoil(/^.*$/m, '{"name":');
      await expect(restore(path, true)).rejects.toThrow(/images\.jsonl, line 1 is not JSON\.$/);
      expect(await storedHashes()).toEqual(before);
    });
  },
);
