import { describe, expect, test } from 'vitest';
import { createCatalogData } from '../../../functions/src/catalog/catalog.data.ts';
import { rebuildCatalog } from '../../../functions/src/operations/catalog-check.service.ts';
import { createServices } from '../../../functions/src/services.ts';
import { ACTOR } from '../../support/moderation-steps.ts';
import { ADMIN_BEARER, siteTime } from '../../support/api-site.ts';
import { catalogProblems, quiet } from '../../support/api/import-steps.ts';
import { someJokes } from '../../support/api/jokes.ts';
import { listedIds } from '../../support/api/lists.ts';
import { refuseCommitsFrom, useApi } from '../../support/api/use-api.ts';
import { aVote } from '../../support/api/votes.ts';

const JOKES = 450;
const running = useApi(someJokes(JOKES));
const doc = (path: string) => running.api.context.db.doc(path);

const ROOT = 'catalog/root';
const SHELF = 'catalog/shelf-00001';

async function rebuild(): Promise<string[]> {
  const problems: string[] = [];
  const onProblem = (problem: string) => problems.push(problem);
  await rebuildCatalog(running.api.context, { ...quiet, onProblem });
  return problems;
}

/** Overwrites a joke's two status bits in the catalog's root document. */
async function plantStatus(jokeId: number, bits: number): Promise<void> {
  const bytes: unknown = (await doc(ROOT).get()).get('statuses');
  if (!(bytes instanceof Uint8Array)) throw new Error('The root has no statuses');
  const changed = Buffer.from(bytes);
  const shift = 2 * (jokeId & 3);
  const index = jokeId >> 2;
  changed[index] = ((changed[index] ?? 0) & ~(3 << shift)) | (bits << shift);
  await doc(ROOT).update({ statuses: changed });
}

/** Deletes a text from its shelf without a new shelf version. */
function removeText(): Promise<void> {
  const { db } = running.api.context;
  return db.runTransaction(async (transaction) => {
    createCatalogData({ db }).removeText(transaction, 205);
  });
}

/** The ids on every page of an administrator's list. */
async function listed(query: string): Promise<number[]> {
  await running.restart();
  return listedIds(running.api, `/jokes?per_page=100&${query}`, { bearer: ADMIN_BEARER });
}

test('the catalog of a filled site is correct, before and after moderation', async () => {
  expect(await catalogProblems(running.api.context)).toEqual([]);
  const { moderation, submissions } = createServices(running.api.context);
  await moderation.remove(ACTOR, JOKES);
  await moderation.reject(ACTOR, 1);
  await submissions.submit('Chuck Norris checks the catalog.');
  expect(await catalogProblems(running.api.context)).toEqual([]);
  expect(await rebuild()).toEqual([]);
});

test('the check writes nothing', async () => {
  await plantStatus(5, 0);
  running.site.firestore.resetRecords();
  await catalogProblems(running.api.context);
  expect(running.site.firestore.totals()).toMatchObject({ writes: 0, deletes: 0 });
});

describe('the check finds and the rebuild repairs', () => {
  test.each<[string, () => Promise<unknown>, (string | RegExp)[]]>([
    [
      'a joke that is not in the root',
      () => plantStatus(205, 0),
      [
        'the catalog’s total of approved jokes is 351, but it lists 350',
        'joke 205 is approved, but missing from the catalog',
      ],
    ],
    [
      'a wrong status in the root',
      () => plantStatus(205, 3),
      [/approved/, /rejected/, 'joke 205 is approved, but rejected in the catalog'],
    ],
    [
      'a joke that does not exist',
      () => doc('jokes/205').delete(),
      [
        'joke 205 does not exist, but is approved in the catalog',
        'joke 205 does not exist, but has a text on its shelf',
      ],
    ],
    [
      'wrong totals',
      () => doc(ROOT).update({ 'totals.pending': 1 }),
      [/total of pending jokes is 1, but it lists \d+/],
    ],
    [
      'a next number that is already used',
      () => doc(ROOT).update({ next_joke_id: 10 }),
      [
        'the next joke would get number 10, but joke 199 exists',
        'the next joke would get number 10, but joke 399 exists',
        'the next joke would get number 10, but joke 450 exists',
      ],
    ],
    ['a missing text', removeText, ['joke 205 has no text on its shelf']],
    [
      'a wrong text',
      () => doc(SHELF).set({ texts: { 205: 'Somebody else.' } }, { merge: true }),
      ['joke 205 has a different text on its shelf'],
    ],
    [
      'a wrong date',
      () => doc(SHELF).set({ days: { 205: 7 } }, { merge: true }),
      ['joke 205 has a different date on its shelf'],
    ],
    [
      'a text on the wrong shelf',
      () => doc(SHELF).set({ texts: { 7: 'Chuck Norris is lost.' } }, { merge: true }),
      [/joke 7 has a text on shelf 1/],
    ],
    [
      'a shelf without a version',
      () => doc(ROOT).update({ shelf_versions: [1, 0, 1] }),
      ['shelf 1 has no version, so search does not read it'],
    ],
    [
      'a malformed shelf',
      () => doc(SHELF).update({ texts: 'none' }),
      ['catalog/shelf-00001 is malformed: texts'],
    ],
    [
      'a shelf without jokes',
      () => doc('catalog/shelf-00004').set({ texts: { 801: 'Chuck Norris is alone.' }, days: {} }),
      ['joke 801 does not exist, but has a text on its shelf'],
    ],
    ['a malformed root', () => doc(ROOT).update({ totals: 7 }), [/catalog\/root/]],
  ])('%s', async (_what, plant, expected) => {
    const before = await listed('sortBy=date_asc&search=number+20');
    await plant();
    const matching = expected.map((one): unknown =>
      typeof one === 'string' ? one : expect.stringMatching(one),
    );
    expect(await catalogProblems(running.api.context)).toEqual(matching);
    expect((await rebuild()).length).toBeGreaterThan(0);
    expect(await catalogProblems(running.api.context)).toEqual([]);
    const exists = (await doc('jokes/205').get()).exists;
    expect(await listed('sortBy=date_asc&search=number+20')).toEqual(
      before.filter((id) => exists || id !== 205),
    );
  });

  test('a catalog that was deleted', async () => {
    const pages = await listed('status=pending');
    for (const path of [ROOT, 'catalog/shelf-00000', SHELF]) await doc(path).delete();
    expect((await catalogProblems(running.api.context)).length).toBeGreaterThan(JOKES);
    await rebuild();
    expect(await catalogProblems(running.api.context)).toEqual([]);
    expect(await listed('status=pending')).toEqual(pages);
  });
});

test('a running instance loads the repaired root, even after the root was deleted', async () => {
  let now = siteTime();
  await running.restart({ clock: () => now });
  await running.api.request('/jokes');
  await doc(ROOT).delete();
  await doc('jokes/450').delete();
  await rebuild();
  now += 60_000;
  expect((await listedIds(running.api, '/jokes'))[0]).toBe(449);
});

test('malformed jokes are reported and not changed', async () => {
  await doc('jokes/7').update({ histogram: 'none' });
  await doc('jokes/lost').set({ joke_id: 8 });
  await doc('jokes/nameless').set({ joke_text: 'Chuck Norris needs no number.' });
  const problems = [
    'jokes/7 is malformed: histogram',
    expect.stringMatching(/^jokes\/lost is malformed: joke_text, status,/),
    'jokes/nameless is malformed: joke_id',
  ];
  expect(await catalogProblems(running.api.context)).toEqual(problems);
  await rebuild();
  expect(await catalogProblems(running.api.context)).toEqual(problems);
  expect((await doc('jokes/nameless').get()).exists).toBe(true);
});

test('an interrupted rebuild keeps its repairs, and the next one repairs the rest', async () => {
  await doc('catalog/shelf-00000').set({ texts: { 5: 'Somebody else.' } }, { merge: true });
  await doc(SHELF).set({ texts: { 205: 'Somebody else.' } }, { merge: true });
  refuseCommitsFrom(running.site.firestore, 2);
  await expect(rebuild()).rejects.toThrow(/PERMISSION_DENIED/);
  running.site.firestore.clearFaults();
  expect(await catalogProblems(running.api.context)).toEqual([
    'joke 205 has a different text on its shelf',
  ]);
  await rebuild();
  expect(await catalogProblems(running.api.context)).toEqual([]);
});

test(
  'a joke with more ratings than counted votes is found and recounted',
  { tags: 'X8' },
  async () => {
    const rate = (jokeId: number, voter: string, rating_num: number) =>
      doc(`ratings/${jokeId}_${voter}`).set({
        joke_id: jokeId,
        rating_num,
        created_at: new Date(siteTime()),
        attempt: voter,
        answer: { rating: rating_num, num_votes: 1 },
      });
    const { ratings } = createServices(running.api.context);
    await ratings.add(205, 'counted', aVote(5));
    await rate(205, 'lost', 5);
    await rate(205, 'forgotten', 1);
    // Imported votes have no ratings.
    await doc('jokes/206').update({ histogram: [0, 0, 0, 0, 9], num_votes: 9 });
    await rate(206, 'any', 5);
    await doc('jokes/5').update({ num_votes: 1 });
    const problems = [
      'joke 5 has num_votes 1, but the sum of its histogram is 0',
      'joke 205 has num_votes 1, but 3 stored ratings',
    ];
    running.site.firestore.resetRecords();
    expect(await catalogProblems(running.api.context)).toEqual(problems);
    // One for each joke, one for each joke of the only shelf with ratings, and about three for each shelf.
    expect(running.site.firestore.totals().reads).toBeLessThan(JOKES + 200 + 3 * 4 + 20);
    expect(await rebuild()).toEqual(problems);
    expect((await doc('jokes/205').get()).data()).toMatchObject({
      histogram: [1, 0, 0, 0, 2],
      num_votes: 3,
      rating: 11 / 3,
    });
    expect((await doc('jokes/206').get()).get('num_votes')).toBe(9);
    expect(await catalogProblems(running.api.context)).toEqual([]);
  },
);

test('a malformed tally of votes is found, counts in full, and is counted again', async () => {
  const { ratings } = createServices(running.api.context);
  const rate = (voter: number) => ratings.add(205, `voter-${voter}`, aVote(5, 7));
  for (const voter of [1, 2, 3, 4, 5]) await rate(voter);
  const counted = (await doc('jokes/205').get()).data();
  await doc('jokes/205').update({ 'tally.groups': 'none' });
  expect(await catalogProblems(running.api.context)).toEqual([
    'joke 205 has a malformed tally of its votes',
  ]);
  await rebuild();
  expect((await doc('jokes/205').get()).data()).toEqual(counted);
  await doc('jokes/205').update({ 'tally.week_groups': 'none' });
  expect(await catalogProblems(running.api.context)).toHaveLength(1);
  await rate(6);
  expect((await doc('jokes/205').get()).get('num_votes')).toBe(6);
});
