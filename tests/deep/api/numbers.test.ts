import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { moderationResults, numbers } from '../../../functions/src/contract/index.ts';
import { limits } from '../../../functions/src/domain/index.ts';
import type { Context } from '../../../functions/src/context.ts';
import { OWNER, setUp } from '../../support/api/admin-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';
import type { Instance } from '../../support/api-site.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const PERMISSION_DENIED = 7;
const START = Date.UTC(2026, 1, 28);
/** Counting a day on which nobody decided. */
const READS_OF_QUIET_DAY = 4;
/** Counting several: of the catalog, a fact, the stored days and the first administrator. */
const READS_BESIDES = 7;

const running = useApi(
  [1, 2, 3, 4, 5, 6].map((id) =>
    aJoke(id, { created_at: new Date(START + 1), ...(id > 2 && { status: 'pending' }) }),
  ),
  { contention: 'production' },
);
const GOOGLE = 'admin@example.com';
let now = 0;
const identify: Context['identify'] = (bearer) =>
  Promise.resolve(
    bearer === 'google'
      ? { kind: 'admin', provider: 'google', username: GOOGLE, uid: bearer, signedInAt: START }
      : { kind: 'admin', provider: 'password', username: bearer, session: bearer },
  );
const restart = (clock = () => now) => running.restart({ clock, identify });

beforeEach(async () => {
  now = START;
  await restart();
  await setUp(running.api);
});

const ask = (bearer: string, api: Instance = running.api) =>
  api.request('/admin/numbers', { bearer });

/** Opens the numbers at this time. @returns them, and what they cost */
async function view(at: number) {
  now = at;
  const bearer = OWNER.username;
  running.site.firestore.resetRecords();
  const answer = await ask(bearer);
  const { reads, writes } = running.site.firestore.totals();
  expect(answer.status).toBe(200);
  return { ...numbers.parse(answer.body), reads, writes };
}

async function submit(at: number): Promise<number> {
  now = at;
  const body = { joke_text: `Chuck Norris submitted this at ${at}.` };
  const answer = await running.api.request('/jokes/submit', { method: 'POST', body });
  return z.object({ joke_id: z.int() }).parse(answer.body).joke_id;
}

async function vote(at: number, joke_id = 1): Promise<void> {
  now = at;
  const body = { joke_id, rating_num: 5 };
  const answer = await running.api.request('/ratings', { method: 'POST', body });
  expect(answer.status).toBe(201);
}

/** Decides facts. The log's own times are Firestore's, so they are set afterward. @returns the log's entries */
async function decide(at: number, bearer: string, body: object): Promise<string[]> {
  now = at;
  const answer = await running.api.request('/admin/moderate', { method: 'POST', bearer, body });
  const ids = moderationResults.parse(answer.body).results.map(({ audit_id }) => audit_id ?? '');
  for (const id of ids) {
    await running.api.context.db.doc(`audit/${id}`).update({ at: new Date(at) });
  }
  return ids;
}

const approve = (...joke_ids: number[]) => ({ action: 'approve', joke_ids });
const reject = (reason: string | undefined, ...joke_ids: number[]) => ({
  action: 'reject',
  joke_ids,
  ...(reason !== undefined && { reason }),
});

const nothing = {
  submissions: 0,
  votes: 0,
  approvals: 0,
  rejections: 0,
  people: [],
  reasons: [],
};

describe('a day’s numbers', () => {
  const day = START + 3 * DAY_MS;
  const last = day + DAY_MS - 1;

  test('are what was submitted, voted and decided between two midnights UTC', async () => {
    await submit(day - 1);
    await vote(day - 1);
    await decide(day - 1, OWNER.username, approve(3));
    await submit(day);
    await submit(last);
    await vote(day);
    await vote(last);
    await vote(last, 2);
    await decide(day, 'google', reject('duplicate', 4, 5));
    await decide(last, OWNER.username, reject(undefined, 6));
    await submit(last + 1);
    await vote(last + 1);
    await decide(last + 1, 'google', approve(4));
    const { days } = await view(last + 10 * MINUTE_MS);
    expect(days).toHaveLength(28);
    expect(days.slice(-2)).toEqual([
      {
        ...nothing,
        day: '2026-03-02',
        submissions: 1,
        votes: 1,
        approvals: 1,
        people: [{ username: 'owner', provider: 'password', decisions: 1 }],
      },
      {
        day: '2026-03-03',
        submissions: 2,
        votes: 3,
        approvals: 0,
        rejections: 3,
        people: [
          { username: GOOGLE, provider: 'google', decisions: 2 },
          { username: 'owner', provider: 'password', decisions: 1 },
        ],
        reasons: [{ reason: 'duplicate', rejections: 2 }],
      },
    ]);
    // Imported facts are no submissions.
    expect(days.at(-4)).toEqual({ ...nothing, day: '2026-02-28' });
  });

  test('count a decision as it was made, undone or not, and no undo', async () => {
    const [entry = ''] = await decide(day, 'google', approve(3));
    const bearer = OWNER.username;
    const undone = await running.api.request(`/admin/undo/${entry}`, { method: 'POST', bearer });
    expect(undone.status).toBe(200);
    const { db } = running.api.context;
    const undos = await db.collection('audit').where('action', '==', 'undo').get();
    for (const { ref } of undos.docs) await ref.update({ at: new Date(day) });
    await decide(day, OWNER.username, approve(3));
    const { days } = await view(last + 10 * MINUTE_MS);
    expect(days.at(-1)).toMatchObject({
      approvals: 2,
      people: [
        { username: GOOGLE, decisions: 1 },
        { username: 'owner', decisions: 1 },
      ],
    });
  });

  test('are counted two minutes after it, when all of it is stored', async () => {
    await vote(last);
    expect((await view(last + 2 * MINUTE_MS)).days.at(-1)).toMatchObject({ day: '2026-03-02' });
    expect((await view(last + 1 + 2 * MINUTE_MS)).days.at(-1)).toMatchObject({
      day: '2026-03-03',
      votes: 1,
    });
  });

  test('are counted once: later views cost at most 5 reads, and a deletion changes nothing', async () => {
    const id = await submit(day);
    await vote(day);
    const first = await view(last + 10 * MINUTE_MS);
    expect(first.reads).toBe(28 * READS_OF_QUIET_DAY + READS_BESIDES);
    const bearer = OWNER.username;
    for (const gone of [1, id]) {
      const path = `/admin/delete/${gone}`;
      expect((await running.api.request(path, { method: 'DELETE', bearer })).status).toBe(200);
    }
    const second = await view(last + 20 * MINUTE_MS);
    expect(second.days).toEqual(first.days);
    expect(second.days.at(-1)).toMatchObject({ submissions: 1, votes: 1 });
    expect(second).toMatchObject({ counting: false, writes: 0 });
    expect(second.reads).toBeLessThanOrEqual(5);

    const next = await view(last + DAY_MS + 10 * MINUTE_MS);
    expect(next.days.slice(0, -1)).toEqual(first.days.slice(1));
    expect(next.reads).toBe(READS_OF_QUIET_DAY + READS_BESIDES);
  });
});

test('what waits is counted at once, with the time at which the first one was submitted', async () => {
  expect(await view(START + DAY_MS)).toMatchObject({
    waiting: 4,
    oldest_at: new Date(START + 1).toISOString(),
  });
  await decide(now, OWNER.username, approve(3, 4, 5));
  await decide(now, OWNER.username, reject('other', 6));
  expect(await view(START + DAY_MS)).toMatchObject({ waiting: 0, oldest_at: null });
  const submitted = now;
  await submit(submitted);
  expect(await view(START + DAY_MS)).toMatchObject({
    waiting: 1,
    oldest_at: new Date(submitted).toISOString(),
  });
});

test('the first view and one after a long pause count 28 days, and no more', async () => {
  const first = await view(START + DAY_MS);
  expect(first).toMatchObject({ counting: false, days: { length: limits.numberDays } });
  const later = await view(START + 400 * DAY_MS);
  expect(later.days.at(-1)?.day).toBe('2027-04-02');
  expect(later.reads).toBeLessThanOrEqual(first.reads);
});

test('of several who open the numbers at once, on two instances, one counts', async () => {
  const other = await running.site.start({ ...running.api.context, db: running.api.context.db });
  const bearer = OWNER.username;
  running.site.firestore.resetRecords();
  const instances = [running.api, other, running.api, other, running.api, other];
  const answers = await Promise.all(instances.map((api) => ask(bearer, api)));
  const { reads } = running.site.firestore.totals();
  expect(answers.map(({ status }) => status)).toEqual(instances.map(() => 200));
  const views = answers.map(({ body }) => numbers.parse(body));
  expect(views.filter(({ counting }) => !counting).length).toBeGreaterThanOrEqual(1);
  for (const { counting, days } of views) expect(days).toHaveLength(counting ? 0 : 28);
  expect(reads).toBeLessThan((28 + instances.length * 3) * READS_OF_QUIET_DAY);
});

test('what was not counted in time, or failed, is counted by a later view', async () => {
  await restart(() => (now += 500));
  const begun = await view(START);
  expect(begun.counting).toBe(true);
  expect(begun.days.length).toBeGreaterThan(2);
  expect(begun.days.length).toBeLessThan(20);

  await restart();
  const { firestore } = running.site;
  const bearer = OWNER.username;
  firestore.inject({ rpc: 'RunAggregationQuery', code: PERMISSION_DENIED, when: 'before' });
  const failed = await ask(bearer);
  firestore.clearFaults();
  expect(failed.status).toBe(500);
  expect(await view(now)).toMatchObject({ counting: true, days: begun.days });
  expect(await view(now + MINUTE_MS)).toMatchObject({ counting: false, days: { length: 28 } });
});
