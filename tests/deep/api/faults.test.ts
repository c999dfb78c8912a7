// @module-tag S11
import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { jokeDocument } from '../../../functions/src/catalog/joke.ts';
import { countVotes } from '../../../functions/src/catalog/score.ts';
import { ADMIN_BEARER, type Answer, type Instance } from '../../support/api-site.ts';
import {
  changePassword,
  logIn,
  me,
  OWNER,
  setUp,
  tokenOf,
  WITH_SIGN_IN,
} from '../../support/api/admin-steps.ts';
import { changeAll, changeIdOf, undo } from '../../support/api/changes.ts';
import { expectClear, failEachCall, faults } from '../../support/api/fault-trials.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { storedTexts } from '../../support/api/stored-texts.ts';
import { openBucket } from '../../support/api/use-images.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';

useShortRetries();

async function voteAndSubmit(api: Instance, [vote, submission]: readonly string[]) {
  const send = (path: string, body: unknown, key?: string) =>
    api.request(path, { method: 'POST', body, key });
  return [
    await send('/ratings', { joke_id: 1, rating_num: 5 }, vote),
    await send('/jokes/submit', { joke_text: 'Chuck Norris says it once.' }, submission),
  ];
}

async function votes({ context }: Instance): Promise<number> {
  const histogram: unknown = (await context.db.doc('jokes/1').get()).get('histogram');
  return countVotes(jokeDocument.shape.histogram.parse(histogram));
}

const TEXT = 'Chuck Norris survived every fault.';

const decide = (api: Instance, status: 'approved' | 'rejected' | 'deleted') =>
  changeAll(api, 'reject', [1, 2], { status });
const erase = (api: Instance) =>
  changeAll(api, 'reject', [1], { status: 'rejected' }, { reason: 'personal_data' });
const statusOf = async ({ context }: Instance, id: number): Promise<unknown> =>
  (await context.db.doc(`jokes/${id}`).get()).get('status');
const logged = async ({ context }: Instance) => (await context.db.collection('changes').get()).size;

async function listed(api: Instance, status: string): Promise<unknown> {
  return (await api.request(`/jokes?status=${status}`, { bearer: ADMIN_BEARER })).body;
}

const site = { jokes: [], replaced: WITH_SIGN_IN };

const answered = async (answer: Promise<Answer>) => (await answer).status;

describe.each(faults)('$name $when any single Firestore call', (fault) => {
  test('of a vote and a submission: both take effect exactly once when sent again with their keys', () => {
    const keys = [randomUUID(), randomUUID()];
    return failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) => voteAndSubmit(api, keys),
      async check(api, answers) {
        for (const answer of answers) expectClear(answer);
        const ratings = await api.context.db.collection('ratings').get();
        expect(await votes(api)).toBe(ratings.size);
        const again = await voteAndSubmit(api, keys);
        const bodies = [
          expect.objectContaining({ joke_id: 1, rating: 5, num_votes: 1, rating_num: 5 }),
          { joke_id: 2, status: 'pending', receipt: expect.any(String) },
        ];
        expect(again.map(({ body }) => body)).toEqual(bodies);
        for (const [index, { status, body }] of answers.entries()) {
          if (status === 201) expect(body).toEqual(again[index]?.body);
        }
        const { db } = api.context;
        expect(await votes(api)).toBe(1);
        expect((await db.collection('ratings').get()).size).toBe(1);
        expect((await db.collection('jokes').get()).size).toBe(2);
        expect(again[0]?.headers.get('set-cookie')).toMatch(/^__session=/);
      },
    });
  });

  test('of a report: it counts exactly once when sent again with its key', () => {
    const options = { method: 'POST', body: { joke_id: 1, reason: 'other' }, key: randomUUID() };
    const report = (api: Instance) => api.request('/reports', options);
    return failEachCall(fault, {
      jokes: [aJoke(1)],
      act: report,
      async check(api, answer) {
        expectClear(answer);
        const again = await report(api);
        expect(again).toMatchObject({ status: 201, body: { joke_id: 1, reported: true } });
        expect(again.headers.get('set-cookie')).toMatch(/^__session=/);
        const { db } = api.context;
        expect((await db.collection('reports').get()).size).toBe(1);
        expect((await db.doc('jokes/1').get()).get('reports')).toMatchObject({ other: 1 });
      },
    });
  });

  test('of a change of two jokes: both are changed and logged, or neither', () =>
    failEachCall(fault, {
      jokes: [aJoke(1), aJoke(2)],
      act: (api) => decide(api, 'deleted'),
      async check(api, answer) {
        expectClear(answer);
        const done = (await statusOf(api, 1)) === 'deleted';
        expect((await statusOf(api, 2)) === 'deleted').toBe(done);
        expect(await listed(api, 'all')).toMatchObject({ total: done ? 0 : 2 });
        expect(await logged(api)).toBe(done ? 1 : 0);
        if (answer.status !== 200) return;
        expect(done).toBe(true);
        expect(answer.body).toMatchObject({ change_id: expect.any(String) });
        expect(JSON.stringify(answer.body)).not.toContain('error');
      },
    }));

  test('of an undo of two decisions: both are undone or neither', () =>
    failEachCall(fault, {
      jokes: [aJoke(1, { status: 'pending' }), aJoke(2, { status: 'pending' })],
      prepare: async (api) => changeIdOf(await decide(api, 'approved')),
      act: (api, id) => undo(api, id),
      async check(api, answer) {
        expectClear(answer);
        const size = await logged(api);
        expect([1, 2]).toContain(size);
        expect(await listed(api, 'pending')).toMatchObject({ total: size === 2 ? 2 : 0 });
        if (answer.status !== 200) return;
        expect(size).toBe(2);
        expect(answer.body).toMatchObject({ change_id: expect.any(String) });
        expect(JSON.stringify(answer.body)).not.toContain('error');
      },
    }));

  test('of an erasure: no text is left once it is done, or sent again', () =>
    failEachCall(fault, {
      jokes: [aJoke(1, { joke_text: TEXT })],
      replaced: { bucket: openBucket },
      act: erase,
      async check(api, answer) {
        expectClear(answer);
        if (answer.status !== 200) expect((await erase(api)).status).toBe(200);
        expect(await statusOf(api, 1)).toBe('erased');
        expect(await listed(api, 'all')).toMatchObject({ total: 0 });
        expect(await logged(api)).toBe(1);
        const texts = await storedTexts(api.context.db);
        for (const [path, text] of texts) expect(text, path).not.toContain(TEXT);
      },
    }));

  test('of a setup: the site is set up and its administrator can sign in, or it is not set up', () =>
    failEachCall(fault, {
      ...site,
      act: (api) => setUp(api),
      async check(api, answer) {
        expectClear(answer);
        const claimed = (await api.context.db.doc('setup/first-admin').get()).exists;
        if (answer.status === 201) expect(claimed).toBe(true);
        expect(await answered(logIn(api))).toBe(claimed ? 200 : 401);
      },
    }));

  test('of a password change: either the old or the new password is valid', () =>
    failEachCall(fault, {
      ...site,
      async prepare(api) {
        await setUp(api);
        return tokenOf(await logIn(api));
      },
      act: (api, token) => changePassword(api, token, 'a new password'),
      async check(api, answer, token) {
        expectClear(answer);
        const withOld = await answered(logIn(api, { password: OWNER.password }));
        const withNew = await answered(logIn(api, { password: 'a new password' }));
        expect([withOld, withNew].toSorted((a, b) => a - b)).toEqual([200, 401]);
        if (answer.status === 200) expect(withNew).toBe(200);
        expect(await answered(me(api, token))).toBe(200);
      },
    }));
});
