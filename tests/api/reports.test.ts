import { describe, expect, test } from 'vitest';
import {
  forEach,
  reportedJokes,
  reportReason,
  type ReportReason,
} from '../../functions/src/contract/index.ts';
import { cookieOf, type Answer } from '../support/api-site.ts';
import { admin, changeAll, changeIdOf, log, undo } from '../support/api/changes.ts';
import { aJoke, someJokes } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([
  aJoke(1),
  aJoke(2),
  aJoke(3, { status: 'pending' }),
  aJoke(4, { status: 'rejected' }),
]);

const NO_REASONS = forEach(reportReason.options, 0);

interface Report {
  joke?: number;
  reason?: ReportReason;
  cookie?: string;
  network?: string;
}

function report({
  joke = 1,
  reason = 'offensive',
  cookie,
  network = '203.0.113.1',
}: Report): Promise<Answer> {
  return running.api.request('/reports', {
    method: 'POST',
    body: { joke_id: joke, reason },
    network,
    cookie,
  });
}

const asAdmin = (method: 'GET' | 'POST' | 'DELETE', path: string) =>
  admin(running.api, method, path);
const reported = async () => reportedJokes.parse((await asAdmin('GET', 'reported')).body);
const keep = (...ids: number[]) => changeAll(running.api, 'keep', ids, { reports: null });

/** The ids of the reported jokes, the most reported first. */
const reportedIds = async () => (await reported()).reported.map(({ joke }) => joke.joke_id);

describe('a visitor', () => {
  test('reports a fact once, but each fact, and has the same voter id for votes', async () => {
    const first = await report({});
    expect(first).toMatchObject({ status: 201, body: { joke_id: 1, reported: true } });
    const cookie = cookieOf(first);
    expect(await report({ cookie, reason: 'other' })).toMatchObject({
      status: 409,
      body: { detail: 'You have already reported this fact.' },
    });
    expect((await report({ cookie, joke: 2 })).status).toBe(201);
    const vote = await running.api.request('/ratings', {
      method: 'POST',
      body: { joke_id: 1, rating_num: 5 },
      cookie,
    });
    expect(vote.status).toBe(201);
    expect(vote.headers.get('set-cookie')).toBeNull();
    expect(await reported()).toMatchObject({
      total: 2,
      reported: [{ joke: { joke_id: 2 } }, { reasons: { ...NO_REASONS, offensive: 1 }, total: 1 }],
    });
    expect(JSON.stringify((await running.api.request('/jokes')).body)).not.toContain('report');
  });

  test.each([3, 99])(
    'may not report fact %i, which is not approved or does not exist',
    { tags: ['S2', 'X7'] },
    async (joke) => {
      const answer = await report({ joke });
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      expect(answer.headers.get('set-cookie')).toBeNull();
      expect(await reportedIds()).toEqual([]);
    },
  );
});

describe('an administrator', () => {
  test('sees reported facts with a count per reason, the most reported first, then the most recently reported', async () => {
    const start = Date.UTC(2026, 10, 22);
    let now = start;
    await running.refill(someJokes(6));
    await running.restart({ clock: () => now });
    for (const joke of [1, 2, 3, 4, 1]) {
      now += 1_000;
      await report({ joke, reason: now > start + 4_000 ? 'personal_data' : 'duplicate' });
    }
    expect(await reported()).toMatchObject({
      total: 4,
      reported: [
        {
          joke: { joke_id: 1, status: 'approved' },
          reasons: { ...NO_REASONS, duplicate: 1, personal_data: 1 },
          total: 2,
          first_reported_at: new Date(start + 1_000).toISOString(),
          last_reported_at: new Date(start + 5_000).toISOString(),
        },
        ...[4, 3, 2].map((joke_id) => ({ joke: { joke_id } })),
      ],
    });
  });

  test('sees the 50 most reported facts, and the next ones after decisions', async () => {
    const ids = Array.from({ length: 52 }, (_, index) => index + 1);
    await running.refill(ids.map((id) => aJoke(id)));
    for (const joke of [...ids, ...ids.slice(0, 50)]) {
      await report({ joke, network: `203.0.${joke}.1` });
    }
    expect(await reported()).toMatchObject({ total: 52 });
    expect(new Set(await reportedIds())).toEqual(new Set(ids.slice(0, 50)));
    await keep(...ids.slice(0, 50));
    expect(await reported()).toMatchObject({ total: 2 });
    expect(await reportedIds()).toEqual([52, 51]);
  });

  test('keeps facts, which dismisses their reports', async () => {
    const cookie = cookieOf(await report({}));
    await report({ reason: 'other' });
    expect(await keep(1, 3, 2)).toMatchObject({
      status: 200,
      body: { results: [{ joke: { status: 'approved' } }, { joke_id: 3 }, { joke_id: 2 }] },
    });
    expect(await reportedIds()).toEqual([]);
    const before = { reports: { ...NO_REASONS, offensive: 1, other: 1 } };
    expect((await log(running.api)).changes).toMatchObject([
      { action: 'keep', item_count: 1, items: [{ joke_id: 1, before, after: { reports: null } }] },
    ]);
    expect((await keep(1)).body).toMatchObject({ change_id: null });
    expect((await report({ cookie })).status).toBe(409);
    expect((await report({})).status).toBe(201);
    expect(await reported()).toMatchObject({ reported: [{ total: 1 }] });
  });

  test('sees the number of pending facts, the oldest of them, and the number of reported facts', async () => {
    const counts = async () => (await asAdmin('GET', 'counts')).body;
    const submitted_at = aJoke(3).created_at.toISOString();
    const waiting = { pending: 1, oldest: { joke_id: 3, submitted_at } };
    expect(await counts()).toEqual({ ...waiting, reported: 0 });
    await report({});
    expect(await counts()).toEqual({ ...waiting, reported: 1 });
    await keep(1);
    expect(await counts()).toEqual({ ...waiting, reported: 0 });
  });
});

describe('the reports of a fact', () => {
  const undoIt = async (answer: Answer) =>
    expect((await undo(running.api, changeIdOf(answer))).status).toBe(200);

  test.each([
    ['rejection', 'reject', { status: 'rejected' }],
    ['deletion', 'delete', { status: 'deleted' }],
  ] as const)(
    'end with its %s, and undoing that brings them back',
    async (_what, action, patch) => {
      const cookie = cookieOf(await report({}));
      const decision = await changeAll(running.api, action, [1], patch);
      expect(await reportedIds()).toEqual([]);
      const reports = { ...NO_REASONS, offensive: 1 };
      expect((await log(running.api)).changes).toMatchObject([
        { items: [{ before: { reports } }] },
      ]);
      await undoIt(decision);
      expect(await reported()).toMatchObject({
        total: 1,
        reported: [{ joke: { joke_id: 1, status: 'approved' }, reasons: reports, total: 1 }],
      });
      expect((await report({ cookie })).status).toBe(409);
    },
  );

  test('end when its approval is undone', async () => {
    const approval = await changeAll(running.api, 'approve', [3], { status: 'approved' });
    await report({ joke: 3 });
    await undoIt(approval);
    expect(await reportedIds()).toEqual([]);
  });

  test('that were dismissed come back with those since then, once', async () => {
    let now = Date.UTC(2026, 10, 22);
    await running.restart({ clock: () => (now += 1) });
    await report({});
    const kept = await keep(1);
    await report({ reason: 'other' });
    await undoIt(kept);
    expect(await reported()).toMatchObject({
      reported: [{ total: 2, reasons: { ...NO_REASONS, offensive: 1, other: 1 } }],
    });
    expect((await undo(running.api, changeIdOf(kept))).status).toBe(409);
  });

  test('from before there was a reason count, are logged, and come back after an undo', async () => {
    const { db } = running.api.context;
    const reports = { other: 2, first_at: new Date(0), last_at: new Date(1) };
    await db.doc('jokes/1').update({ reports, updated_at: new Date() });
    await running.restart();
    await report({ reason: 'duplicate' });
    const reasons = { ...NO_REASONS, duplicate: 1, other: 2 };
    expect(await reported()).toMatchObject({ reported: [{ reasons, total: 3 }] });

    const kept = await keep(1);
    const items = [{ joke_id: 1, before: { reports }, after: { reports: null } }];
    await db.doc(`changes/${changeIdOf(kept)}`).update({ items });
    const before = { reports: { ...NO_REASONS, other: 2 } };
    expect((await log(running.api)).changes).toMatchObject([{ items: [{ before }] }]);
    await undoIt(kept);
    expect(await reported()).toMatchObject({ reported: [{ reasons: before.reports, total: 2 }] });
  });
});
