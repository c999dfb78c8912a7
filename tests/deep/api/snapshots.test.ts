import { gzipSync } from 'node:zlib';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { type Context, createServices } from '../../../functions/src/site.ts';
import { siteTime } from '../../support/api-site.ts';
import { hasChanges, holdReads } from '../../support/api/hold-reads.ts';
import { quiet } from '../../support/api/import-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { getList } from '../../support/api/lists.ts';
import { refuseCommitsFrom, useApi } from '../../support/api/use-api.ts';
import { submitJoke } from '../../support/api/visitor-steps.ts';
import { rebuildCatalog } from '../../../functions/src/operations/catalog-rebuild.service.ts';

const UNAVAILABLE = 14;
const A_MINUTE = 60_000;
const A_DAY = 24 * 60 * A_MINUTE;

const manyJokes = (count: number) => Array.from({ length: count }, (_, index) => aJoke(index + 1));

let now: number;
/** snapshots that are written beside requests */
let besides: Set<Promise<unknown>>;
const running = useApi(manyJokes(120), {
  clock: () => now,
  beside: (work) => besides.add(work),
});
beforeEach(() => {
  now = siteTime();
  besides = new Set();
});

const db = () => running.api.context.db;
const updateRoot = (fields: object) => db().doc('catalog/root').update(fields);
const snapshotsOf = ({ context }: { context: Context }) => createServices(context).snapshots;

const errors = () => running.logged.filter(({ severity }) => severity === 'ERROR');

/** The name of the current snapshot, and the names of all parts. */
async function stored() {
  const { docs } = await db().collection('catalog').get();
  const root = docs.find(({ id }) => id === 'root')?.data();
  const name = z.object({ snapshot: z.object({ name: z.string() }) }).parse(root).snapshot.name;
  return { name, parts: docs.map(({ id }) => id).filter((id) => id !== 'root') };
}

/** Changes jokes on another computer. */
async function change(count: number, fields: object = { updated_at: new Date() }): Promise<void> {
  const batch = db().batch();
  for (let id = 1; id <= count; id += 1) batch.update(db().doc(`jokes/${id}`), fields);
  await batch.commit();
}

const textOf = async (jokeId: number, api = running.api) =>
  z.object({ joke_text: z.string() }).parse((await api.request(`/jokes/${jokeId}`)).body).joke_text;

/** What a writer commits, in order. */
const COMMITS = [
  [1, 'its lease'],
  [2, 'its part'],
  [3, 'the root'],
  [4, 'the deletion of the one before'],
] as const;

describe('writers of a snapshot', { tags: 'X13' }, () => {
  test('of two, the faster one wins, although the slower one began earlier and ends later', async () => {
    const { withReadDeadline, reached, release } = holdReads(hasChanges);
    const slower = snapshotsOf(await running.start({ withReadDeadline })).save();
    await reached;
    await change(1, { joke_text: 'As it is now.', updated_at: new Date() });
    expect(await snapshotsOf(running.api).save()).toBe(false);
    await updateRoot({ 'writer.until': new Date(0) });
    expect(await snapshotsOf(running.api).save()).toBe(true);
    const { name } = await stored();
    release();
    expect(await slower).toBe(false);
    expect(await stored()).toEqual({ name, parts: [`${name}-0`] });
    await change(1, { updated_at: new Date(0) });
    await running.restart();
    expect(await textOf(1)).toBe('As it is now.');
    expect(await getList(running.api, '/jokes')).toMatchObject({ total: 120 });
    expect(errors()).toEqual([]);
  });

  test.each(COMMITS)(
    'one that ends before its commit %i, %s, leaves the site right, and the next one cleans up',
    async (nth) => {
      const before = await stored();
      await change(1, { joke_text: 'As it is now.', updated_at: new Date() });
      refuseCommitsFrom(running.site.firestore, nth);
      expect(await snapshotsOf(running.api).save()).toBe(false);
      running.site.firestore.clearFaults();
      expect((await stored()).name === before.name).toBe(nth < 4);
      await running.restart();
      expect(await getList(running.api, '/jokes')).toMatchObject({ total: 120 });
      expect(await textOf(1)).toBe('As it is now.');
      const isLeased = nth === 2 || nth === 3;
      if (isLeased) {
        const until = Number((await db().doc('catalog/root').get()).get('writer.until').toMillis());
        expect(until - now).toBeGreaterThan(A_MINUTE);
        expect(until - now).toBeLessThanOrEqual(2 * A_MINUTE);
        expect(await snapshotsOf(running.api).save()).toBe(false);
        await updateRoot({ 'writer.until': new Date(0) });
      }
      expect(await snapshotsOf(running.api).save()).toBe(true);
      const { name, parts: left } = await stored();
      expect(left).toEqual([`${name}-0`]);
      expect(errors()).toEqual([]);
    },
  );

  test.each(COMMITS)(
    'one whose commit %i, %s, happened although it failed has written its snapshot',
    async (nth) => {
      const before = await stored();
      running.site.firestore.inject({ rpc: 'Commit', nth, code: UNAVAILABLE, when: 'after' });
      expect(await snapshotsOf(running.api).save()).toBe(true);
      const { name, parts } = await stored();
      expect(name).not.toBe(before.name);
      expect(parts).toEqual([`${name}-0`]);
      expect((await db().doc('catalog/root').get()).get('writer')).toBe(null);
    },
  );
});

test(
  'a running instance does not read a snapshot that another one has made from its memory',
  { tags: 'P1' },
  async () => {
    const text = await textOf(1);
    expect(await snapshotsOf(await running.start()).save()).toBe(true);
    now += A_MINUTE;
    running.site.firestore.resetRecords();
    expect(await textOf(1)).toBe(text);
    await Promise.all(besides);
    // The root, and no change.
    expect(running.site.firestore.totals().reads).toBe(2);
  },
);

describe('a snapshot', { tags: 'S20' }, () => {
  test.each([
    ['is missing', () => undefined],
    ['is truncated', (bytes: Buffer) => ({ bytes: bytes.subarray(0, 100) })],
    ['has another format', () => ({ bytes: gzipSync('{"jokes":[]}') })],
  ])('that %s costs one reading of all jokes, and is written again', async (_, damage) => {
    const before = await stored();
    const part = db().doc(`catalog/${before.name}-0`);
    const damaged = damage(Buffer.from((await part.get()).get('bytes')));
    await (damaged ? part.set(damaged) : part.delete());
    running.site.firestore.resetRecords();
    expect(await getList(running.api, '/jokes')).toMatchObject({ total: 120 });
    await Promise.all(besides);
    expect(errors()).toHaveLength(1);
    expect(errors()[0]?.message).toMatch(/snapshot is missing or malformed; all jokes are read/);
    expect(running.site.firestore.records().slice(0, 4)).toMatchObject([
      { detail: 'catalog/root' },
      { detail: `catalog/${before.name}-0` },
      { detail: 'catalog/root' },
      { detail: 'jokes order by __name__ limit 1000', reads: 120 },
    ]);
    const { name, parts: left } = await stored();
    expect(name).not.toBe(before.name);
    expect(left).toEqual([`${name}-0`]);
    await running.restart();
    expect(await getList(running.api, '/jokes')).toMatchObject({ total: 120 });
    expect(errors()).toHaveLength(1);
  });

  test.each([
    [120, 100],
    [10_200, 102],
  ])(
    'of %i jokes is written beside requests when more than %i have changed',
    async (jokes, most) => {
      await running.site.fill(manyJokes(jokes));
      await running.restart();
      const { name } = await stored();
      const look = async () => {
        now += A_MINUTE;
        expect(await getList(running.api, '/jokes')).toMatchObject({ total: jokes });
      };
      await look();
      await change(most);
      await look();
      expect(besides.size).toBe(0);
      await change(most + 1);
      // The writer takes its lease.
      const { release } = running.api.holdCall(1, 'before', 'commit');
      // A refresh that takes long is waited for a few seconds only.
      await expect.poll(() => look().then(() => besides.size)).toBe(1);
      expect((await stored()).name).toBe(name);
      release();
      await Promise.all(besides);
      expect((await stored()).name).not.toBe(name);
      await look();
      expect(besides.size).toBe(1);
    },
  );

  test('is made from the documents every seventh day, so that no error in memory lives longer', async () => {
    const text = await textOf(5);
    await db().doc('jokes/5').update({ joke_text: 'As it is now.' });
    const aged = async (days: number) => {
      await updateRoot({ 'snapshot.full_at': new Date(Date.now() - days * A_DAY), writer: null });
      await running.restart();
      const seen = await textOf(5);
      await Promise.all(besides);
      return [seen, besides.size, await textOf(5)];
    };
    expect(await aged(6.9)).toEqual([text, 0, text]);
    expect(await aged(7.1)).toEqual([text, 1, 'As it is now.']);
    await running.restart();
    expect(await textOf(5)).toBe('As it is now.');
  });
});

test.each([0, 1])('a site with %i jokes starts, is saved and takes a submission', async (count) => {
  for (const step of [
    () => running.refill(manyJokes(count)),
    () => snapshotsOf(running.api).save(),
    () => rebuildCatalog(running.api.context, quiet),
    () => running.site.clear(),
  ]) {
    await step();
    await running.restart();
    const total = (await db().collection('jokes').get()).size;
    expect(await getList(running.api, '/jokes')).toMatchObject({ total });
    expect((await running.api.request('/jokes/random')).status).toBe(total > 0 ? 200 : 404);
    expect(await getList(running.api, '/jokes/top')).toMatchObject({ total });
  }
  const services = createServices(running.api.context);
  expect(await submitJoke(services, 'Chuck Norris comes first.')).toBe(1);
  expect(errors()).toEqual([]);
});
