import { join } from 'node:path';
import * as fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import { exportSite } from '../../../functions/src/operations/backup/export.service.ts';
import type { Context } from '../../../functions/src/context.ts';
import { joke } from '../../../functions/src/contract/index.ts';
import { sweepImages } from '../../../functions/src/operations/image-sweep.service.ts';
import { createServices } from '../../../functions/src/services.ts';
import { ACTOR } from '../../support/moderation-steps.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { catalogProblems, inNewFolder, quiet } from '../../support/api/import-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { allListedIds, listedIds } from '../../support/api/lists.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useImages } from '../../support/api/use-images.ts';
import { aVote } from '../../support/api/votes.ts';

const JOKES = 125;
const A_MINUTE = 60_000;
const running = useImages(
  Array.from({ length: JOKES }, (_, index) => aJoke(index + 1, { histogram: [0, 0, 1, 2, index] })),
);
const db = () => running.api.context.db;
const fieldsOf = async (path: string) => (await db().doc(path).get()).data() ?? {};

let now: number;
let logged: Parameters<Context['log']>[0][];

/** Starts a new instance with empty caches. */
async function restart(): Promise<void> {
  logged = [];
  const log: Context['log'] = (entry) => logged.push(entry);
  await running.restart({ clock: () => now, loadRenderer, log });
}
beforeEach(async () => {
  now = Date.now();
  await restart();
});

const skipped = () =>
  logged.flatMap((entry) => ('document' in entry ? String(entry['document']) : []));

const listed = (path: string) => listedIds(running.api, path);

/** The ids of the jokes in a feed. */
async function fed(path: string): Promise<number[]> {
  const response = await fetch(running.api.url + path);
  expect(response.status, path).toBe(200);
  const titles = (await response.text()).matchAll(/Fact no\. (\d+)/g);
  return Array.from(titles, ([, id]) => Number(id));
}

const everyPage = (query = '') => allListedIds(running.api, query);

const wrong = fc.oneof(
  fc.constant(undefined),
  fc.constantFrom<unknown>(null, true, -1.5, 'wrong', new Date(0), [], { inner: {} }),
);
const FIELDS = ['joke_id', 'joke_text', 'rating', 'num_votes', 'histogram', 'score'];
const DATES = ['created_at', 'approved_at'];
/** A wrong or missing field, no fields at all, or the fields of a later version. */
const damage = fc.oneof(
  fc.record({
    kind: fc.constant('field' as const),
    field: fc.constantFrom(...FIELDS, ...DATES),
    value: wrong,
  }),
  fc.record({
    kind: fc.constant('image' as const),
    value: wrong.filter((value) => value !== null),
  }),
  fc.record({ kind: fc.constant('empty' as const) }),
  fc.record({ kind: fc.constant('later' as const), value: fc.jsonValue({ maxDepth: 1 }) }),
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

/** Whether a joke can be read despite this damage. */
function isReadable(done: Damage): boolean {
  if (done.kind === 'later') return true;
  if (done.kind !== 'field') return false;
  const { field, value } = done;
  if (DATES.includes(field)) {
    return value instanceof Date || (field === 'approved_at' && value === null);
  }
  if (field === 'joke_text') return value === 'wrong';
  return field === 'score' && value === -1.5;
}

async function damageJoke(id: number, done: Damage): Promise<void> {
  const { [done.kind === 'field' ? done.field : 'image']: _, ...others } = await fieldsOf(
    `jokes/${id}`,
  );
  const path = db().doc(`jokes/${id}`);
  if (done.kind === 'empty') await path.set({});
  else if (done.kind === 'later') {
    await path.update({ later: { nested: [JSON.stringify(done.value)] } });
  } else {
    const name = done.kind === 'field' ? done.field : 'image';
    await path.set(done.value === undefined ? others : { ...others, [name]: done.value });
  }
}

describe('malformed and newer documents', { tags: 'S20' }, () => {
  test('do not affect other documents, even right after a start', async () => {
    const plan = fc.uniqueArray(fc.tuple(fc.integer({ min: 1, max: JOKES }), damage), {
      selector: ([id]) => id,
      minLength: 5,
      maxLength: 20,
    });
    await fc.assert(
      fc.asyncProperty(plan, async (planned) => {
        await running.refill(Array.from({ length: JOKES }, (_, index) => aJoke(index + 1)));
        for (const [id, done] of planned) await damageJoke(id, done);
        const broken = planned.flatMap(([id, done]) => (isReadable(done) ? [] : [id]));
        await restart();
        const readable = Array.from({ length: JOKES }, (_, index) => JOKES - index).filter(
          (id) => !broken.includes(id),
        );
        expect(await everyPage()).toEqual(readable);
        expect((await everyPage('&search=KNOWS')).every((id) => readable.includes(id))).toBe(true);
        // A joke without its status, date or score may be missing from a ranking.
        const top = await listed('/jokes/top');
        expect(top).toHaveLength(100);
        const newest = await listed('/jokes/newest');
        expect(newest).toHaveLength(40);
        expect([...top, ...newest].filter((id) => !readable.includes(id))).toEqual([]);
        for (let draw = 0; draw < 3; draw += 1) {
          const drawn = joke.parse((await running.api.request('/jokes/random')).body);
          expect(readable).toContain(drawn.joke_id);
        }
        for (const id of [...broken.slice(0, 3), ...readable.slice(0, 3)]) {
          const status = broken.includes(id) ? 404 : 200;
          expect((await running.api.request(`/jokes/${id}`)).status).toBe(status);
          expect((await fetch(`${running.api.url}/fact/${id}`)).status).toBe(status);
        }
        expect((await fetch(`${running.api.url}/sitemap.xml`)).status).toBe(200);
        expect(await fed('/feed.xml')).toEqual(newest);
        expect(await fed('/feed.json')).toEqual(newest);
        const [today = 0, ...earlier] = await fed('/feed/daily.xml');
        expect(readable).toContain(today);
        expect(earlier).toEqual([]);
        const ids = [...readable.slice(0, 2), ...broken.slice(0, 2)].join(',');
        const images = await running.api.request(`/images/batch-status?joke_ids=${ids}`);
        expect(images.status).toBe(200);
        expect(skipped().toSorted()).toEqual(broken.map((id) => `jokes/${id}`).toSorted());
        const problems = await catalogProblems(running.api.context);
        for (const id of broken) {
          expect(
            problems.filter((problem) => problem.startsWith(`jokes/${id} is malformed`)),
          ).toHaveLength(1);
        }
        await inNewFolder(async (other) => {
          const { collections } = await exportSite(
            running.api.context,
            join(other, 'export'),
            quiet,
          );
          expect(collections['jokes']?.documents).toBe(JOKES);
        });
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test('are logged once, without their content, and are not read again', async () => {
    await everyPage();
    await listed('/jokes/top');
    const text = 'A text that is nobody’s business.';
    await db().doc('jokes/7').update({ joke_text: text, histogram: 'none' });
    now += 11 * A_MINUTE;
    expect(await everyPage()).not.toContain(7);
    running.site.firestore.resetRecords();
    for (let second = 0; second < 24; second += 8) {
      now += 8_000;
      await listed('/jokes');
    }
    expect(running.site.firestore.totals().reads).toBe(0);
    now += A_MINUTE;
    await everyPage();
    expect(await listed('/jokes/top')).not.toContain(7);
    expect(skipped()).toEqual(['jokes/7']);
    expect(JSON.stringify(logged)).not.toContain(text);
    expect(logged.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
  });

  test('a vote on a malformed joke gets 404, and one on a newer joke preserves its fields', async () => {
    await db().doc('jokes/7').update({ histogram: 'none' });
    await db().doc('jokes/8').update({ later: 1, 'image.later': 1 });
    await db().doc('jokes/9').update({ later: 1 });
    const { ratings, moderation } = createServices(running.api.context);
    const before = (await fieldsOf('jokes/9'))['num_votes'];
    await expect(ratings.add(7, 'voter', aVote(5))).rejects.toThrow('There is no such joke.');
    await ratings.add(9, 'voter', aVote(5));
    await moderation.edit(ACTOR, 9, { joke_text: 'Chuck Norris edits the future.' });
    expect(await fieldsOf('jokes/9')).toMatchObject({
      num_votes: Number(before) + 1,
      later: 1,
    });
    await db().doc('ratings/9_voter').set({ joke_id: 9 });
    await expect(ratings.add(9, 'voter', aVote(5))).rejects.toThrow(
      'You have already rated this joke!',
    );
    expect(skipped()).toEqual(['jokes/7', 'ratings/…']);
  });

  test('an administrator can delete a malformed joke; other actions get an explanation', async () => {
    await db().doc('jokes/7').update({ histogram: 'none' });
    const call = (method: string, path: string, body?: unknown) =>
      running.api.request(path, { method, bearer: ADMIN_BEARER, body });
    expect(await call('POST', '/admin/approve/7')).toMatchObject({ status: 409 });
    expect(await call('POST', '/admin/reject/7')).toMatchObject({ status: 409 });
    expect(
      await call('PUT', '/admin/edit/7', { joke_text: 'Chuck Norris repairs.' }),
    ).toMatchObject({
      status: 409,
      body: { detail: 'The stored joke is malformed. You can only delete it.' },
    });
    expect((await call('DELETE', '/admin/delete/7')).status).toBe(200);
    expect(await catalogProblems(running.api.context)).toEqual([]);
    expect((await call('DELETE', '/admin/delete/7')).status).toBe(404);
  });

  test('with a malformed root, a new instance answers 503 and a running one keeps working', async () => {
    await listed('/jokes');
    await db().doc('catalog/root').update({ totals: 7 });
    now += A_MINUTE;
    expect(await listed('/jokes')).toHaveLength(20);
    await restart();
    const refused = await running.api.request('/jokes');
    expect(refused.status).toBe(503);
    expect(refused.headers.get('retry-after')).toBe('60');
  });

  test('search skips a malformed shelf and finds jokes on other shelves', async () => {
    await running.refill([aJoke(1), aJoke(201)]);
    await restart();
    await db().doc('catalog/shelf-00000').update({ texts: 'none' });
    expect(await listed('/jokes?search=fact')).toEqual([201]);
    expect(await listed('/jokes')).toEqual([201, 1]);
    expect(skipped()).toEqual(['catalog/shelf-00000']);
  });

  test('the image sweep spares the files of a malformed joke', async () => {
    await running.generate(7);
    await db().doc('jokes/7').update({ histogram: 'none' });
    now += 24 * 60 * A_MINUTE;
    expect(await sweepImages(running.api.context, A_MINUTE)).toBe(0);
    expect(await running.storedFiles()).toHaveLength(3);
  });
});
