import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createServices } from '../../functions/src/services.ts';
import { ADMIN_BEARER, type Answer } from '../site.ts';
import { aJoke } from './jokes.ts';
import { useSite } from './use-site.ts';

const running = useSite([aJoke(1), aJoke(2)]);

const codes = { DEADLINE_EXCEEDED: 4, ABORTED: 10, UNAVAILABLE: 14 };
const faults = Object.entries(codes).flatMap(([name, code]) =>
  (['before', 'after'] as const).map((when) => ({ name, code, when })),
);

const jokeCounts = z.object({ num_votes: z.int() });

async function votesOf(joke: number): Promise<number> {
  return jokeCounts.parse((await running.api.context.db.doc(`jokes/${joke}`).get()).data())
    .num_votes;
}

async function ratingsOf(joke: number): Promise<number> {
  const ratings = running.api.context.db.collection('ratings').where('joke_id', '==', joke);
  return (await ratings.count().get()).data().count;
}

function post(path: string, body: unknown): Promise<Answer> {
  return running.api.request(path, { method: 'POST', body });
}

function expectSuccessOr503(answer: Answer): void {
  expect([201, 503]).toContain(answer.status);
  if (answer.status === 503) {
    expect(answer.body).toEqual({ detail: expect.any(String) });
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  }
}

/** The number of Firestore calls that an action makes on a fresh instance. */
async function callsOf(action: () => Promise<unknown>): Promise<number> {
  running.site.firestore.resetRecords();
  await action();
  return running.site.firestore.totals().calls;
}

describe.each(faults)('$name $when any one Firestore call', ({ code, when }) => {
  test('of a vote: it counts once, or not at all and the visitor is told', async () => {
    const calls = await callsOf(() => post('/ratings', { joke_id: 2, rating_num: 5 }));
    for (let nth = 1; nth <= calls; nth += 1) {
      await running.refill([aJoke(1)]);
      running.site.firestore.inject({ nth, code, when });
      const answer = await post('/ratings', { joke_id: 1, rating_num: 5 });
      running.site.firestore.clearFaults();
      expectSuccessOr503(answer);
      expect(await votesOf(1)).toBe(answer.status === 201 ? 1 : await ratingsOf(1));
      expect(await votesOf(1)).toBe(await ratingsOf(1));
    }
  });

  test('of a submission: it is stored once and in the catalog, or not at all', async () => {
    const text = 'Chuck Norris survived every fault.';
    const calls = await callsOf(() => post('/jokes/submit', { joke_text: text }));
    for (let nth = 1; nth <= calls; nth += 1) {
      await running.refill([aJoke(1)]);
      running.site.firestore.inject({ nth, code, when });
      const answer = await post('/jokes/submit', { joke_text: text });
      running.site.firestore.clearFaults();
      expectSuccessOr503(answer);
      const list = await running.api.request('/jokes?status=pending&search=every', {
        bearer: ADMIN_BEARER,
      });
      const stored =
        (await running.api.context.db.collection('jokes').count().get()).data().count - 1;
      expect(list.body).toMatchObject({ total: stored });
      expect(stored).toBeLessThanOrEqual(1);
      if (answer.status === 201) expect(stored).toBe(1);
    }
  });

  test('of an approval: joke and catalog agree', async () => {
    for (let nth = 1; nth <= 3; nth += 1) {
      await running.refill([aJoke(1, { status: 'pending' })]);
      const { moderation } = createServices(running.api.context);
      running.site.firestore.inject({ nth, code, when });
      await moderation.setStatus(1, 'approved').catch(() => undefined);
      running.site.firestore.clearFaults();
      const approved =
        (await running.api.context.db.doc('jokes/1').get()).get('status') === 'approved';
      expect((await running.api.request('/jokes')).body).toMatchObject({ total: approved ? 1 : 0 });
    }
  });
});

describe('while Firestore is down', () => {
  const down = () =>
    running.site.firestore.inject({ code: codes.UNAVAILABLE, when: 'before', times: Infinity });

  test('what was read within the last minute still answers', async () => {
    const before = await running.api.request('/jokes');
    down();
    expect((await running.api.request('/jokes')).body).toEqual(before.body);
  });

  test('the health endpoint says so', async () => {
    down();
    expect(await running.api.request('/health')).toMatchObject({
      status: 503,
      body: { detail: expect.any(String) },
    });
  });
});

test('the health endpoint says that the database is reachable', async () => {
  expect(await running.api.request('/health')).toMatchObject({
    status: 200,
    body: { status: 'ok', firestore: 'reachable' },
  });
});
