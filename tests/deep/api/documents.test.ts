import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createServices } from '../../../functions/src/site.ts';
import { joke } from '../../../functions/src/contract/index.ts';
import { rebuildCatalog } from '../../../functions/src/operations/catalog-rebuild.service.ts';
import { sweepImages } from '../../../functions/src/operations/sweep.service.ts';
import { edit } from '../../support/moderation-steps.ts';
import { admin, changeAll, changeIdOf, undo } from '../../support/api/changes.ts';
import { quiet } from '../../support/api/import-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { allListedIds, listedIds } from '../../support/api/lists.ts';
import { useImages } from '../../support/api/use-images.ts';
import { castVote, submitJoke } from '../../support/api/visitor-steps.ts';

const JOKES = 125;
const A_MINUTE = 60_000;
let now = Date.now();
const running = useImages(
  Array.from({ length: JOKES }, (_, index) => aJoke(index + 1, { histogram: [0, 0, 1, 2, index] })),
  { clock: () => now },
);
const db = () => running.api.context.db;
const fieldsOf = async (path: string) => (await db().doc(path).get()).data() ?? {};

/** Starts a new instance with an empty log. */
async function restart(): Promise<void> {
  running.logged.length = 0;
  await running.restart();
}

const skipped = () =>
  running.logged.flatMap((entry) => ('document' in entry ? String(entry['document']) : []));

const listed = (path: string) => listedIds(running.api, path);

async function fed(path: string): Promise<number[]> {
  const response = await fetch(running.api.url + path);
  expect(response.status, path).toBe(200);
  const titles = (await response.text()).matchAll(/Fact no\. (\d+)/g);
  return Array.from(titles, ([, id]) => Number(id));
}

const everyPage = (query = '') => allListedIds(running.api, query);

/** Values of every type that a field can have. */
const VALUES: Readonly<Record<string, () => unknown>> = {
  missing: () => undefined,
  null: () => null,
  boolean: () => true,
  number: () => -1.5,
  text: () => 'wrong',
  date: () => new Date(0),
  first: () => new Date(-62_135_596_800_000),
  last: () => new Date(253_402_300_799_999),
  list: () => [],
  map: () => ({ inner: {} }),
  bytes: () => Buffer.from('wrong'),
  reference: () => db().doc('jokes/1'),
};
const TYPES = Object.keys(VALUES);

/** With which of these a joke can still be read. */
const READABLE: Readonly<Record<string, readonly string[]>> = {
  joke_id: [],
  joke_text: ['text'],
  histogram: [],
  status: [],
  image: ['missing', 'null'],
  created_at: ['date', 'first', 'last'],
  approved_at: ['missing', 'null', 'date', 'first', 'last'],
  receipt_hash: ['missing', 'text'],
  safe: ['missing', 'boolean'],
  tags: ['missing', 'list'],
  // Without them, every vote counts.
  weighted: TYPES,
  week: TYPES,
  week_weighted: TYPES,
  tally: TYPES,
};
/** A wrong or missing field, no fields at all, or the fields of a later version. */
const damage = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      field: fc.constantFrom(...Object.keys(READABLE)),
      type: fc.constantFrom(...TYPES),
    }),
  },
  { weight: 1, arbitrary: fc.constantFrom('empty' as const, 'later' as const) },
);
type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

function isReadable(done: Damage): boolean {
  if (typeof done === 'string') return done === 'later';
  return READABLE[done.field]?.includes(done.type) ?? false;
}

async function damageJoke(id: number, done: Damage): Promise<void> {
  const document = db().doc(`jokes/${id}`);
  if (done === 'empty') await document.set({});
  else if (done === 'later') await document.update({ later: { nested: [Buffer.from('later')] } });
  else {
    const { [done.field]: _, ...others } = await fieldsOf(document.path);
    const value = VALUES[done.type]?.();
    await document.set(value === undefined ? others : { ...others, [done.field]: value });
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
        const { malformed } = await rebuildCatalog(running.api.context, quiet);
        expect(malformed).toBe(broken.length);
        await restart();
        const readable = Array.from({ length: JOKES }, (_, index) => JOKES - index).filter(
          (id) => !broken.includes(id),
        );
        // Another date may have moved some.
        expect((await everyPage()).toSorted((a, b) => b - a)).toEqual(readable);
        expect((await everyPage('&search=KNOWS')).every((id) => readable.includes(id))).toBe(true);
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
        expect(readable).toEqual(expect.arrayContaining(await fed('/feed/daily.xml')));
        expect(skipped().toSorted()).toEqual(broken.map((id) => `jokes/${id}`).toSorted());
      }),
      { numRuns: 6, endOnFailure: true },
    );
  });

  test('with names that no joke has hide no joke and use no number', async () => {
    for (const id of ['007', '7e0', 'Infinity', '99999999999', 'seven']) {
      await db().doc(`jokes/${id}`).set({ joke_id: 7, updated_at: new Date() });
    }
    await running.restart();
    expect(await everyPage()).toHaveLength(JOKES);
    const services = createServices(running.api.context);
    expect(await submitJoke(services, 'Chuck Norris names himself.')).toBe(JOKES + 1);
  });

  test('a vote on a malformed joke gets 404, and one on a newer joke preserves its fields', async () => {
    await db().doc('jokes/7').update({ histogram: 'none' });
    await db().doc('jokes/9').update({ later: 1 });
    const services = createServices(running.api.context);
    const voter = 'a'.repeat(22);
    await expect(castVote(services, 7, 5)).rejects.toThrow('There is no such joke.');
    await castVote(services, 9, 5);
    await edit(services, 9, 'Chuck Norris edits the future.');
    expect(await fieldsOf('jokes/9')).toMatchObject({ histogram: [0, 0, 1, 2, 9], later: 1 });
    await db().doc(`ratings/9_${voter}`).set({ joke_id: 9 });
    await expect(castVote(services, 9, 5, { voter })).rejects.toThrow(
      'You have already rated this joke!',
    );
    expect(skipped()).toEqual(['jokes/7', 'ratings/…']);
  });

  test('an administrator can delete a malformed joke; other actions get an explanation', async () => {
    await db().doc('jokes/7').update({ histogram: 'none' });
    const refusal = {
      status: 409,
      body: { detail: 'The stored fact is malformed. You can only delete it.' },
    };
    const edit = { joke_text: 'Chuck Norris repairs.' };
    expect(await admin(running.api, 'POST', 'approve/7')).toMatchObject(refusal);
    expect(await admin(running.api, 'PUT', 'edit/7', edit)).toMatchObject(refusal);
    const deletion = await changeAll(running.api, 'delete', [7], { status: 'deleted' });
    expect(deletion.status).toBe(200);
    expect((await undo(running.api, changeIdOf(deletion))).status).toBe(409);
  });

  test('the image sweep spares the files of a malformed joke', async () => {
    await running.generate(7);
    await db().doc('jokes/7').update({ histogram: 'none' });
    // The sweep starts from its snapshot.
    await rebuildCatalog(running.api.context, quiet);
    now += 24 * 60 * A_MINUTE;
    expect(await sweepImages(running.api.context)).toBe(0);
    expect(await running.storedFiles()).toHaveLength(3);
  });
});
