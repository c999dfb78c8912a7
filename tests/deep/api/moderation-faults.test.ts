// @module-tag S11
import { describe, expect, test } from 'vitest';
import { ADMIN_BEARER, type Instance } from '../../support/api-site.ts';
import { changeAll, changeIdOf, undo } from '../../support/api/changes.ts';
import { expectSuccessOr503, failEachCall, faults } from '../../support/api/fault-trials.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { storedTexts } from '../../support/api/stored-texts.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';

useShortRetries();

const TEXT = 'Chuck Norris survived every fault.';

const decide = (api: Instance, status: 'approved' | 'rejected' | 'deleted') =>
  changeAll(api, 'reject', [1, 2], { status });
const erase = (api: Instance) =>
  changeAll(api, 'reject', [1], { status: 'rejected' }, { reason: 'personal_data' });
const statusOf = async ({ context }: Instance, id: number): Promise<unknown> =>
  (await context.db.doc(`jokes/${id}`).get()).get('status');
const logged = async ({ context }: Instance) => (await context.db.collection('changes').get()).size;

/** The administrator's list of jokes with a status. */
async function listed(api: Instance, status: string): Promise<unknown> {
  return (await api.request(`/jokes?status=${status}`, { bearer: ADMIN_BEARER })).body;
}

describe.each(faults)('$name $when any single Firestore call', (fault) => {
  test('of a change of two jokes: both are changed and logged, or neither', () =>
    failEachCall(fault, {
      jokes: [aJoke(1), aJoke(2)],
      act: (api) => decide(api, 'deleted'),
      async check(api, answer) {
        expectSuccessOr503(answer);
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
        expectSuccessOr503(answer);
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
      act: erase,
      async check(api, answer) {
        expectSuccessOr503(answer);
        if (answer.status === 503) expect((await erase(api)).status).toBe(200);
        expect(await statusOf(api, 1)).toBe('erased');
        expect(await listed(api, 'all')).toMatchObject({ total: 0 });
        expect(await logged(api)).toBe(1);
        const texts = await storedTexts(api.context.db);
        for (const [path, text] of texts) expect(text, path).not.toContain(TEXT);
      },
    }));
});
