import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { reportedPage, type ReportReason } from '../../functions/src/contract/index.ts';
import { limits } from '../../functions/src/domain/index.ts';
import { ADMIN_BEARER, cookieOf, type Answer, type Instance } from '../support/api-site.ts';
import { changeAll, changeIdOf, log, undo } from '../support/api/changes.ts';
import { aJoke, someJokes } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';
import { CONTENDS, needsEmbedded } from '../support/official-firestore.ts';
import { useShortRetries } from '../support/api/short-retries.ts';

const running = useApi([
  aJoke(1),
  aJoke(2),
  aJoke(3, { status: 'pending' }),
  aJoke(4, { status: 'rejected' }),
]);
useShortRetries();

const NO_REASONS = { offensive: 0, duplicate: 0, personal_data: 0, other: 0 };

interface Report {
  joke?: number;
  reason?: ReportReason;
  cookie?: string;
  network?: string;
  key?: string;
}

function report(
  { joke = 1, reason = 'offensive', cookie, network = '203.0.113.1', key }: Report,
  api: Instance = running.api,
): Promise<Answer> {
  return api.request('/reports', {
    method: 'POST',
    body: { joke_id: joke, reason },
    headers: {
      'x-forwarded-for': network,
      ...(cookie === undefined ? {} : { cookie: `__session=${cookie}` }),
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
}

const asAdmin = (path: string, method = 'GET', body?: unknown, api = running.api) =>
  api.request(`/admin${path}`, { method, bearer: ADMIN_BEARER, body });

const keep = (...ids: number[]) => changeAll(running.api, 'keep', ids, { reports: null });

/** The ids of the reported jokes, the most reported first. */
async function reportedIds(api: Instance = running.api): Promise<number[]> {
  const { body } = await asAdmin('/reported', 'GET', undefined, api);
  return reportedPage.parse(body).reported.map(({ joke }) => joke.joke_id);
}

describe('a visitor', () => {
  test('reports a fact, which changes nothing that visitors get', async () => {
    await running.api.request('/jokes');
    running.site.firestore.resetRecords();
    const answer = await report({});
    expect(answer).toMatchObject({ status: 201, body: { joke_id: 1, reported: true } });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(answer.headers.getSetCookie()).toHaveLength(2);
    const { reads } = running.site.firestore.totals();
    const { body } = await running.api.request('/jokes');
    expect(body).toMatchObject({ total: 2 });
    expect(JSON.stringify(body)).not.toContain('report');
    expect(running.site.firestore.totals().reads).toBe(reads);
  });

  test('reports a fact once, but each fact, and has the same voter id for votes', async () => {
    const cookie = cookieOf(await report({}));
    expect(await report({ cookie, reason: 'other' })).toMatchObject({
      status: 409,
      body: { detail: 'You have already reported this fact.' },
    });
    expect((await report({ cookie, joke: 2 })).status).toBe(201);
    const vote = await running.api.request('/ratings', {
      method: 'POST',
      body: { joke_id: 1, rating_num: 5 },
      headers: { cookie: `__session=${cookie}` },
    });
    expect(vote.status).toBe(201);
    expect(vote.headers.get('set-cookie')).toBeNull();
    expect((await asAdmin('/reported')).body).toMatchObject({
      total: 2,
      reported: [{ joke: { joke_id: 2 } }, { reasons: { ...NO_REASONS, offensive: 1 }, total: 1 }],
    });
  });

  test('who reports a fact again costs two reads at most', async () => {
    const cookie = cookieOf(await report({}));
    for (const key of [undefined, randomUUID()]) {
      running.site.firestore.resetRecords();
      const again = await report({ cookie, reason: 'other', ...(key !== undefined && { key }) });
      expect(again.status).toBe(409);
      expect(running.site.firestore.totals()).toMatchObject({ reads: key ? 2 : 1, writes: 0 });
    }
  });

  test('is counted once for simultaneous reports', { tags: 'S10' }, async () => {
    const cookie = cookieOf(await report({ joke: 2 }));
    const other = await running.site.start();
    const answers = await Promise.all(
      [running.api, other, running.api].map((api) => report({ cookie }, api)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409]);
    expect((await asAdmin('/reported')).body).toMatchObject({
      reported: [{ joke: { joke_id: 1 }, total: 1 }, {}],
    });
  });

  test.each([3, 4, 99])(
    'may not report fact %i, which is not approved or does not exist',
    { tags: ['S2', 'X7'] },
    async (joke) => {
      const answer = await report({ joke });
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      expect(answer.headers.get('set-cookie')).toBeNull();
      const cookie = cookieOf(await report({}));
      expect((await report({ joke, cookie })).status).toBe(404);
      expect(await reportedIds()).toEqual([1]);
    },
  );

  test.each(['forged', `AAAAAAAAAAAAAAAAAAAAAA.${'A'.repeat(43)}`])(
    'may not make up a voter id: %j',
    { tags: 'S8' },
    async (cookie) => {
      const answer = await report({ cookie });
      expect(answer.status).toBe(403);
      expect(answer.headers.getSetCookie()).toHaveLength(2);
      expect(await reportedIds()).toEqual([]);
    },
  );

  test('may report so many facts an hour from one IPv4 /24', async () => {
    needsEmbedded(CONTENDS);
    await running.refill(someJokes(6));
    const network = (index: number) => `203.0.113.${index}`;
    const most = limits.reportsPerHour;
    const browsers = await Promise.all(
      Array.from({ length: most }, (_, index) => report({ network: network(index) })),
    );
    expect(browsers.filter(({ status }) => status === 201)).toHaveLength(most);
    const [first] = browsers;
    const cookie = first && cookieOf(first);
    for (const known of [{}, cookie === undefined ? {} : { cookie }]) {
      const refused = await report({ joke: 2, network: network(most), ...known });
      expect(refused).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await report({ network: '203.0.114.1' })).status).toBe(201);
  });
});

describe('a report that is sent again with its Idempotency-Key', { tags: 'S10' }, () => {
  test('by a browser that never got its cookie gets the same answer and cookie', async () => {
    const key = randomUUID();
    const lost = await report({ key });
    for (const cookie of [undefined, cookieOf(lost)]) {
      running.site.firestore.resetRecords();
      const again = await report({ key, ...(cookie !== undefined && { cookie }) });
      expect(running.site.firestore.totals()).toMatchObject({ reads: 1, writes: 0 });
      expect(again).toMatchObject({ status: 201, body: { joke_id: 1, reported: true } });
      if (!cookie) expect(cookieOf(again)).toBe(cookieOf(lost));
    }
    expect((await report({ cookie: cookieOf(lost) })).status).toBe(409);
    expect((await asAdmin('/reported')).body).toMatchObject({ reported: [{ total: 1 }] });
  });

  test('while the first one is in progress is counted once, on one instance or two', async () => {
    const key = randomUUID();
    const other = await running.site.start();
    // A busy database may answer 503, and then the browser sends it again.
    const send = async (api: Instance): Promise<Answer> => {
      const answer = await report({ key }, api);
      return answer.status === 503 ? send(api) : answer;
    };
    const answers = await Promise.all([running.api, other, running.api, other].map(send));
    for (const answer of answers) expect(answer.status).toBe(201);
    expect((await asAdmin('/reported')).body).toMatchObject({ reported: [{ total: 1 }] });
  });

  test('with another reason is refused', async () => {
    const key = randomUUID();
    const cookie = cookieOf(await report({ key }));
    expect((await report({ key, cookie, reason: 'other' })).status).toBe(409);
    expect(await reportedIds()).toEqual([1]);
  });
});

describe('an administrator', () => {
  test('sees reported facts with a count per reason, the most reported first, then the most recently reported, in pages', async () => {
    let now = Date.UTC(2026, 10, 22);
    await running.refill(someJokes(6));
    await running.restart({ clock: () => now });
    for (const joke of [1, 2, 3, 4, 5]) {
      now += 1_000;
      await report({ joke, reason: 'duplicate' });
    }
    const first = new Date(now - 4_000).toISOString();
    now += 1_000;
    await report({ joke: 1, reason: 'personal_data' });
    const pages: unknown[] = [];
    let after = '';
    do {
      running.site.firestore.resetRecords();
      const page = reportedPage.parse((await asAdmin(`/reported?limit=2${after}`)).body);
      expect(page.total).toBe(5);
      pages.push(page.reported.map(({ joke }) => joke.joke_id));
      after = page.next === null ? '' : `&after=${page.next}`;
    } while (after !== '');
    expect(pages).toEqual([[1, 5], [4, 3], [2]]);
    now += 1_000;
    await report({ joke: 2, reason: 'other', network: '203.0.114.1' });
    await report({ joke: 6, reason: 'other', network: '203.0.114.1' });
    expect(await reportedIds()).toEqual([2, 1, 6, 5, 4, 3]);
    expect((await asAdmin('/reported?limit=2')).body).toMatchObject({
      reported: [
        { joke: { joke_id: 2 }, total: 2 },
        {
          joke: { joke_id: 1, status: 'approved' },
          reasons: { ...NO_REASONS, duplicate: 1, personal_data: 1 },
          total: 2,
          first_reported_at: first,
          last_reported_at: new Date(now - 1_000).toISOString(),
        },
      ],
    });
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
    expect((await asAdmin('/reported')).body).toMatchObject({ reported: [{ total: 1 }] });
  });

  test('sees the number of pending facts, the oldest of them, and the number of reported facts', async () => {
    const counts = async () => (await asAdmin('/counts')).body;
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
  const reports = { ...NO_REASONS, offensive: 1 };
  const undoIt = async (answer: Answer) =>
    expect((await undo(running.api, changeIdOf(answer))).status).toBe(200);
  const lastChange = async () => (await log(running.api, 'limit=1')).changes[0];

  test('end with its rejection, and undoing that brings them back', async () => {
    await report({});
    const rejection = await changeAll(running.api, 'reject', [1, 2, 3], { status: 'rejected' });
    expect(await reportedIds()).toEqual([]);
    expect(await lastChange()).toMatchObject({ items: [{ before: { reports } }, {}, {}] });
    await undoIt(rejection);
    expect((await asAdmin('/reported')).body).toMatchObject({
      total: 1,
      reported: [{ joke: { joke_id: 1, status: 'approved' }, reasons: reports, total: 1 }],
    });
  });

  test('end when its approval is undone', async () => {
    const approval = await asAdmin('/approve/3', 'POST');
    expect((await report({ joke: 3 })).status).toBe(201);
    await undoIt(approval);
    expect(await reportedIds()).toEqual([]);
    expect(await lastChange()).toMatchObject({ action: 'undo', items: [{ before: { reports } }] });
  });

  test('end with its deletion, and restoring it brings them back', async () => {
    const cookie = cookieOf(await report({}));
    const deletion = await asAdmin('/delete/1', 'DELETE');
    expect(await reportedIds()).toEqual([]);
    expect((await report({ cookie })).status).toBe(404);
    await undoIt(deletion);
    expect(await reportedIds()).toEqual([1]);
    expect((await report({ cookie })).status).toBe(409);
  });

  test('that were dismissed come back with those since then, once', async () => {
    let now = Date.UTC(2026, 10, 22);
    await running.restart({ clock: () => (now += 1_000) });
    await report({});
    const kept = await keep(1);
    await report({ reason: 'other' });
    await undoIt(kept);
    expect((await asAdmin('/reported')).body).toMatchObject({
      reported: [{ total: 2, reasons: { ...NO_REASONS, offensive: 1, other: 1 } }],
    });
    expect((await log(running.api)).changes).toMatchObject([
      { can_undo: true },
      { can_undo: false },
    ]);
    expect((await undo(running.api, changeIdOf(kept))).status).toBe(409);
    const again = await keep(1);
    await asAdmin('/reject/1', 'POST');
    expect((await undo(running.api, changeIdOf(again))).status).toBe(409);
    expect(await reportedIds()).toEqual([]);
  });
});
