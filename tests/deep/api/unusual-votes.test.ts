// @module-tag S23
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Histogram } from '../../../functions/src/catalog/score.ts';
import { auditPage, jokeList, unusualJokes } from '../../../functions/src/contract/index.ts';
import { rebuildCatalog } from '../../../functions/src/operations/catalog-check.service.ts';
import { createServices } from '../../../functions/src/services.ts';
import { ADMIN_BEARER, type Answer, type Instance } from '../../support/api-site.ts';
import { expectSuccessOr503, failEachCall, faults } from '../../support/api/fault-trials.ts';
import { catalogProblems, quiet } from '../../support/api/import-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useApi } from '../../support/api/use-api.ts';
import { aVote } from '../../support/api/votes.ts';

useShortRetries();

const NOON = Date.UTC(2026, 10, 25, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const NETWORK = 171;
/** A fact with ten honest votes, one that nobody has rated, a rejected one. */
const [HONEST, UNRATED, REJECTED] = [149, 150, 151];

/** Forty votes with a mean between 3.2 and 4.8. */
function spread(share: number): Histogram {
  const stars = Math.round(128 + 64 * share);
  const fives = Math.floor((stars - 40) / 4);
  const rest = stars - 5 * fives - (40 - fives);
  const other: Histogram = [39 - fives, 0, 0, 0, fives];
  if (rest > 0) other[rest === 1 ? 1 : rest === 2 ? 2 : 3] += 1;
  else other[0] += 1;
  return other;
}

const JOKES = [
  ...Array.from({ length: 148 }, (_, at) => aJoke(at + 1, { histogram: spread(at / 147) })),
  aJoke(HONEST, { histogram: [2, 2, 4, 2, 0] }),
  aJoke(UNRATED),
  aJoke(REJECTED, { status: 'rejected' }),
];

const running = useApi(JOKES);
let now = NOON;
beforeEach(async () => {
  now = NOON;
  await running.restart({ clock: () => now });
});

const admin = (path: string, body?: object, api: Instance = running.api) =>
  api.request(`/admin${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    bearer: ADMIN_BEARER,
    body,
  });

const iso = (time: number) => new Date(time).toISOString();

/** The votes since noon. */
const choiceOf = (differing: object = {}) => ({
  from: iso(NOON),
  to: iso(NOON + 30 * MINUTE_MS),
  stars: [1, 2, 3, 4, 5],
  group: null,
  ...differing,
});
const discard = (jokeId: number, differing?: object, reason?: string) =>
  admin(`/votes/${jokeId}/discard`, {
    choice: choiceOf(differing),
    ...(reason !== undefined && { reason }),
  });
const preview = (jokeId: number, differing?: object) =>
  admin(`/votes/${jokeId}/preview`, { choice: choiceOf(differing) });
const undo = (answer: Answer) =>
  admin(`/undo/${z.object({ audit_id: z.string() }).parse(answer.body).audit_id}`, {});

const stored = async (jokeId: number) =>
  (await running.api.context.db.doc(`jokes/${jokeId}`).get()).data() ?? {};

/** What counts of a joke. */
async function counts(jokeId: number) {
  const { discarded: _d, last_change: _l, schema_version: _v, ...fields } = await stored(jokeId);
  return fields;
}

/** Votes with these stars, one after the other in a minute. Each voter votes once. */
async function vote(
  jokeId: number,
  count: number,
  starsOf: (at: number) => number,
  group?: number,
) {
  const { ratings } = createServices(running.api.context);
  for (let at = 0; at < count; at += 1) {
    now += Math.floor(MINUTE_MS / count);
    await ratings.add(jokeId, `${now}-${at}`, aVote(starsOf(at), group ?? at));
  }
}
const stuff = (jokeId: number) => vote(jokeId, 120, () => 5, NETWORK);
const honest = (jokeId: number) => vote(jokeId, 20, (at) => 1 + (at % 5));

async function unusual(): Promise<number[]> {
  return unusualJokes.parse((await admin('/unusual')).body).jokes.map(({ joke }) => joke.joke_id);
}

async function ranking(): Promise<number[]> {
  const { jokes } = jokeList.parse((await running.api.request('/jokes/top')).body);
  return jokes.map((joke) => joke.joke_id);
}

async function log() {
  return auditPage.parse((await admin('/audit')).body).entries;
}

test('120 five-star votes of one network move no fact to the top, are listed, and can be taken back', async () => {
  const before = { honest: await counts(HONEST), unrated: await counts(UNRATED) };
  await stuff(HONEST);
  const stuffed = await counts(HONEST);
  now += MINUTE_MS;
  await stuff(UNRATED);
  now = NOON + 60 * MINUTE_MS;
  await running.restart({ clock: () => now });
  expect(await ranking()).not.toContain(HONEST);
  expect((await ranking()).slice(0, 20)).not.toContain(UNRATED);
  expect(await unusual()).toEqual([UNRATED, HONEST]);
  const answer = await discard(HONEST, { group: NETWORK, stars: [5] }, 'one_network');
  expect(answer).toMatchObject({ status: 200, body: { joke_id: HONEST, votes: 120 } });
  const { rating, num_votes, histogram, score, potential, stars } = before.honest;
  expect(await counts(HONEST)).toMatchObject({
    rating,
    num_votes,
    histogram,
    score,
    potential,
    stars,
  });
  expect(await counts(HONEST)).not.toHaveProperty('week_score');
  expect(await unusual()).toEqual([UNRATED]);
  expect((await log())[0]).toMatchObject({
    action: 'discard-votes',
    joke_id: HONEST,
    reason: 'one_network',
    before: { num_votes: 130 },
    after: { num_votes: 10, discarded: { votes: 120, stars: [5], group: NETWORK } },
    can_undo: true,
  });
  expect((await running.api.request(`/jokes/${HONEST}`)).body).toMatchObject({ num_votes: 10 });
  expect(await undo(answer)).toMatchObject({ status: 200, body: { joke_id: HONEST } });
  expect(await counts(HONEST)).toEqual(stuffed);
  expect(await unusual()).toEqual([UNRATED, HONEST]);
  expect(await log()).toMatchObject([
    { action: 'undo', before: { num_votes: 10 }, after: { num_votes: 130 }, can_undo: false },
    { action: 'discard-votes', undone_by: expect.any(String), can_undo: false },
  ]);
  expect(await catalogProblems(running.api.context)).toEqual([]);
});

describe('a moderator', () => {
  beforeEach(async () => {
    await honest(1);
    await stuff(1);
    now = NOON + 60 * MINUTE_MS;
  });

  test('sees the votes of a fact by hour and star, and the largest groups', async () => {
    const answer = await admin('/votes/1');
    expect(answer).toMatchObject({
      status: 200,
      body: {
        joke: { joke_id: 1 },
        from: '2026-11-12T00:00:00.000Z',
        to: '2026-11-26T00:00:00.000Z',
        cut_off: false,
        hours: [{ at: iso(NOON), histogram: [4, 4, 4, 4, 124], discarded: 0 }],
        discarded: [],
      },
    });
    const { groups } = z
      .object({ groups: z.array(z.object({ group: z.int(), votes: z.int(), mean: z.number() })) })
      .parse(answer.body);
    expect(groups).toHaveLength(10);
    expect(groups[0]).toMatchObject({ group: NETWORK, votes: 120, mean: 5 });
    await discard(1, { group: NETWORK });
    expect((await admin('/votes/1')).body).toMatchObject({
      hours: [{ histogram: [4, 4, 4, 4, 124], discarded: 120 }],
      discarded: [{ group: NETWORK, audit_id: expect.any(String) }],
    });
  });

  test('sees the votes of an unusual day of long ago', async () => {
    now += 30 * DAY_MS;
    expect((await admin('/votes/1')).body).toMatchObject({
      to: '2026-11-26T00:00:00.000Z',
      hours: [{ at: iso(NOON) }],
    });
  });

  test('sees beforehand what discarding would change, which changes nothing', async () => {
    const before = await stored(1);
    const list = await ranking();
    const { body } = await preview(1, { stars: [5] });
    expect(body).toMatchObject({
      votes: 124,
      before: { num_votes: 180, rating: before['rating'] },
      after: { num_votes: 56, rating: expect.any(Number) },
    });
    expect(await stored(1)).toEqual(before);
    const { after } = z
      .object({ after: z.object({ rank: z.number(), rating: z.number() }) })
      .parse(body);
    await discard(1, { stars: [5] });
    expect(await counts(1)).toMatchObject({ rating: after.rating });
    await running.restart({ clock: () => now });
    expect((await preview(1, { stars: [1] })).body).toMatchObject({ before: after });
    expect(list).toHaveLength(100);
  });

  test('discards overlapping choices, and undoes them in any order, with every count exact', async () => {
    const before = await counts(1);
    const first = await discard(1, { stars: [5] });
    const second = await discard(1, { stars: [4, 5] }, 'campaign');
    expect([first.body, second.body]).toMatchObject([{ votes: 124 }, { votes: 4 }]);
    expect(await stored(1)).toMatchObject({ num_votes: 52, discarded: { votes: 128 } });
    expect(await catalogProblems(running.api.context)).toEqual([]);
    expect((await undo(first)).status).toBe(200);
    expect(await stored(1)).toMatchObject({ num_votes: 52, discarded: { votes: 128 } });
    expect((await undo(second)).status).toBe(200);
    expect(await counts(1)).toEqual(before);
    expect(await stored(1)).toMatchObject({ discarded: { votes: 0, choices: [] } });
    expect(await undo(second)).toMatchObject({
      status: 409,
      body: { detail: 'These votes count again already.' },
    });
  });

  test('keeps the votes that came in meanwhile, and the voters can’t vote again', async () => {
    const { ratings } = createServices(running.api.context);
    now = NOON + 20 * MINUTE_MS;
    await ratings.add(1, 'early', aVote(5, NETWORK));
    now = NOON + 60 * MINUTE_MS;
    await ratings.add(1, 'late', aVote(5, NETWORK));
    expect((await discard(1, { group: NETWORK })).body).toMatchObject({ votes: 121 });
    expect(await stored(1)).toMatchObject({ num_votes: 61 });
    await expect(ratings.add(1, 'early', aVote(1))).rejects.toMatchObject({
      code: 'already_rated',
    });
  });

  test('loses no vote that comes in while votes are discarded and restored', async () => {
    const { ratings } = createServices(running.api.context);
    const votes = (name: string) =>
      Array.from({ length: 20 }, (_, at) => ratings.add(1, `${name}-${at}`, aVote(5, NETWORK)));
    const [answer] = await Promise.all([discard(1, { group: NETWORK }), ...votes('first')]);
    expect(answer.status).toBe(200);
    expect(await stored(1)).toMatchObject({ num_votes: 80, discarded: { votes: 120 } });
    const [undone] = await Promise.all([undo(answer), ...votes('second')]);
    expect(undone.status).toBe(200);
    expect(await stored(1)).toMatchObject({ num_votes: 220, discarded: { votes: 0 } });
    expect(await catalogProblems(running.api.context)).toEqual([]);
  });

  test('says that the votes are fine until another day is unusual', async () => {
    expect(await unusual()).toEqual([1]);
    expect(await admin('/votes/1/accept', {})).toMatchObject({ status: 200 });
    expect(await unusual()).toEqual([]);
    expect((await log())[0]).toMatchObject({ action: 'accept-votes', joke_id: 1 });
    const { ratings } = createServices(running.api.context);
    await ratings.add(1, 'one more', aVote(5, NETWORK));
    expect(await unusual()).toEqual([]);
    expect((await admin('/votes/1/accept', {})).status).toBe(404);
    now += DAY_MS;
    await vote(1, 30, () => 5);
    expect(await unusual()).toEqual([1]);
  });

  test('who only looked at an earlier day still gets the next one', async () => {
    now += DAY_MS;
    const { ratings } = createServices(running.api.context);
    await ratings.add(1, 'next day', aVote(5));
    await admin('/votes/1/accept', {});
    await vote(1, 30, () => 5);
    expect(await unusual()).toEqual([1]);
  });

  test('discards votes of a rejected fact, but not of a deleted one', async () => {
    await admin('/reject/1', {});
    expect((await preview(1)).body).toMatchObject({ before: { rank: null } });
    const answer = await discard(1, { group: NETWORK });
    expect(answer.status).toBe(200);
    await admin('/approve/1', {});
    expect(await stored(1)).toMatchObject({ status: 'approved', num_votes: 60 });
    await running.api.request('/admin/delete/1', { method: 'DELETE', bearer: ADMIN_BEARER });
    for (const each of [await discard(1), await preview(1), await admin('/votes/1')]) {
      expect(each.status).toBe(404);
    }
    expect((await undo(answer)).status).toBe(404);
  });

  test('can undo an approval also after a discard, which stays', async () => {
    const rejected = await admin('/reject/1', {});
    await discard(1, { group: NETWORK });
    expect((await undo(rejected)).status).toBe(200);
    expect(await stored(1)).toMatchObject({ status: 'approved', num_votes: 60 });
  });

  test.each([
    ['longer than 14 days', { from: iso(NOON - 14 * DAY_MS) }],
    ['that ends now', { to: iso(NOON + 60 * MINUTE_MS) }],
    ['of the future', { from: iso(NOON + DAY_MS), to: iso(NOON + 2 * DAY_MS) }],
    ['that ends before it begins', { to: iso(NOON - 1) }],
    ['of the year 0', { from: '0000-01-01T00:00:00Z', to: '0000-01-02T00:00:00Z' }],
    ['without stars', { stars: [] }],
    ['of six stars', { stars: [6] }],
    ['of group 256', { group: 256 }],
    ['that no vote matches', { group: 255 }],
  ])('gets 422 for a choice %s', async (_what, differing) => {
    const before = await stored(1);
    expect((await discard(1, differing)).status).toBe(422);
    expect(await stored(1)).toEqual(before);
  });

  test('gets 409 for votes that are discarded already, and 422 for an unknown reason', async () => {
    await discard(1);
    expect(await discard(1)).toMatchObject({
      status: 409,
      body: { detail: 'All of these votes are already discarded.' },
    });
    expect((await discard(1, {}, 'offensive')).status).toBe(422);
  });

  test('gets 409 if the counts do not contain the votes, until the operator has repaired them', async () => {
    await running.api.context.db.doc('jokes/1').update({ 'tally.groups': 'none' });
    expect((await discard(1)).status).toBe(409);
    expect((await preview(1)).status).toBe(409);
    await rebuildCatalog(running.api.context, quiet);
    expect((await discard(1)).status).toBe(200);
  });

  test('is one of two who discard at once: one wins, and the other is told', async () => {
    const both = await Promise.all([
      discard(1, { stars: [5] }),
      admin('/votes/1/discard', { choice: choiceOf({ stars: [4, 5] }) }),
    ]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(both.find(({ status }) => status === 409)?.body).toEqual({
      detail:
        'Another moderator discarded or restored votes of this fact just now. Look at them again.',
    });
    expect(await log()).toHaveLength(1);
    expect(await catalogProblems(running.api.context)).toEqual([]);
  });
});

test('the check recounts what choices discard, and the rebuild corrects it', async () => {
  await honest(UNRATED);
  await stuff(UNRATED);
  now = NOON + 60 * MINUTE_MS;
  await discard(UNRATED, { group: NETWORK });
  const before = await stored(UNRATED);
  const joke = running.api.context.db.doc(`jokes/${UNRATED}`);
  await joke.update({ 'discarded.votes': 7, 'tally.groups': 'none' });
  expect(await catalogProblems(running.api.context)).toEqual([
    'joke 150 has 7 discarded votes, but its choices are of 120 stored ratings',
  ]);
  await rebuildCatalog(running.api.context, quiet);
  expect(await stored(UNRATED)).toEqual(before);
  await joke.update({ discarded: 'none' });
  expect(await catalogProblems(running.api.context)).toHaveLength(1);
  expect((await running.api.request(`/jokes/${UNRATED}`)).status).toBe(200);
  expect((await discard(UNRATED)).status).toBe(409);
  await rebuildCatalog(running.api.context, quiet);
  expect(await stored(UNRATED)).toMatchObject({
    discarded: { votes: 0, choices: [] },
    num_votes: 140,
  });
});

describe.each(faults)('$name $when any single Firestore call', { tags: 'S11' }, (fault) => {
  const prepare = async (api: Instance) => {
    const { ratings } = createServices({ ...api.context, clock: () => NOON });
    for (const at of [1, 2, 3]) await ratings.add(1, `voter-${at}`, aVote(at, at));
    return '';
  };
  const clock = () => NOON + 60 * MINUTE_MS;
  const act = (api: Instance) => admin('/votes/1/discard', { choice: choiceOf() }, api);

  test('of a discard: votes, choices and the log agree', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      replaced: { clock },
      prepare,
      act,
      async check(api, answer) {
        expectSuccessOr503(answer);
        const joke = (await api.context.db.doc('jokes/1').get()).data();
        const { size } = await api.context.db.collection('audit').get();
        expect(joke).toMatchObject({ num_votes: 3 - 3 * size });
        if (answer.status === 200) expect(size).toBe(1);
        expect(await catalogProblems(api.context)).toEqual([]);
      },
    }));

  test('of its undoing: votes, choices and the log agree', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      replaced: { clock },
      async prepare(api) {
        await prepare(api);
        return z.object({ audit_id: z.string() }).parse((await act(api)).body).audit_id;
      },
      act: (api, auditId) => admin(`/undo/${auditId}`, {}, api),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const joke = (await api.context.db.doc('jokes/1').get()).data();
        const { size } = await api.context.db.collection('audit').get();
        expect(joke).toMatchObject({ num_votes: 3 * (size - 1) });
        if (answer.status === 200) expect(size).toBe(2);
        expect(await catalogProblems(api.context)).toEqual([]);
      },
    }));
});
