// @module-tag S11
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { moderationResults } from '../../../functions/src/contract/index.ts';
import { ADMIN_BEARER, type Answer, type Instance } from '../../support/api-site.ts';
import { expectSuccessOr503, failEachCall, faults } from '../../support/api/fault-trials.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { storedTexts } from '../../support/api/stored-texts.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';

useShortRetries();

const TEXT = 'Chuck Norris survived every fault.';

const moderate = (api: Instance, method: string, path: string, body?: object) =>
  api.request(`/admin/${path}`, { method, bearer: ADMIN_BEARER, body });

const jokeOf = async ({ context }: Instance) => context.db.doc('jokes/1').get();

const isDeleted = async (api: Instance) => (await jokeOf(api)).get('status') === 'deleted';

const erase = (api: Instance) =>
  moderate(api, 'POST', 'moderate', { action: 'reject', joke_ids: [1], reason: 'personal_data' });

const auditIdOf = ({ body }: Answer) => z.object({ audit_id: z.string() }).parse(body).audit_id;

/** The number of jokes with a status in the administrator's list, optionally of those with a text. */
async function listed(api: Instance, status: string, search = ''): Promise<unknown> {
  const path = `/jokes?status=${status}&search=${encodeURIComponent(search)}`;
  return (await api.request(path, { bearer: ADMIN_BEARER })).body;
}

describe.each(faults)('$name $when any single Firestore call', (fault) => {
  test('of a decision on two jokes: both are decided or neither', () =>
    failEachCall(fault, {
      jokes: [aJoke(1), aJoke(2)],
      act: (api) => moderate(api, 'POST', 'moderate', { action: 'reject', joke_ids: [1, 2] }),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const total = (await jokeOf(api)).get('status') === 'rejected' ? 2 : 0;
        expect(await listed(api, 'rejected')).toMatchObject({ total });
        expect(await listed(api, 'approved')).toMatchObject({ total: 2 - total });
        const { size } = await api.context.db.collection('audit').get();
        expect(size).toBe(total);
        if (answer.status !== 200) return;
        expect(total).toBe(2);
        expect(answer.body).toMatchObject({
          results: [{ audit_id: expect.any(String) }, { audit_id: expect.any(String) }],
        });
      },
    }));

  test('of an undo of two decisions: both are undone or neither', () =>
    failEachCall(fault, {
      jokes: [aJoke(1, { status: 'pending' }), aJoke(2, { status: 'pending' })],
      async prepare(api) {
        const body = { action: 'approve', joke_ids: [1, 2] };
        const answer = await moderate(api, 'POST', 'moderate', body);
        const { results } = moderationResults.parse(answer.body);
        return results.map(({ audit_id }) => audit_id).join(' ');
      },
      act: (api, ids) => moderate(api, 'POST', 'undo', { audit_ids: ids.split(' ') }),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const { size } = await api.context.db.collection('audit').get();
        expect([2, 4]).toContain(size);
        expect(await listed(api, 'pending')).toMatchObject({ total: size === 4 ? 2 : 0 });
        if (answer.status !== 200) return;
        expect(size).toBe(4);
        expect(JSON.stringify(answer.body)).not.toContain('error');
      },
    }));

  test('of an edit: the joke and its searchable text match', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) => moderate(api, 'PUT', 'edit/1', { joke_text: TEXT }),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const edited = (await jokeOf(api)).get('joke_text') === TEXT;
        if (answer.status === 200) expect(edited).toBe(true);
        expect(await listed(api, 'all', TEXT)).toMatchObject({ total: edited ? 1 : 0 });
      },
    }));

  test('of a deletion: joke, catalog and log agree', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      act: (api) => moderate(api, 'DELETE', 'delete/1'),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const deleted = await isDeleted(api);
        if (answer.status === 200) expect(deleted).toBe(true);
        expect(await listed(api, 'all')).toMatchObject({ total: deleted ? 0 : 1 });
        expect((await api.context.db.collection('audit').get()).size).toBe(deleted ? 1 : 0);
        const again = await moderate(api, 'DELETE', 'delete/1');
        expect(again.status).toBe(deleted ? 404 : 200);
      },
    }));

  test('of a restoration: joke, catalog and log agree', () =>
    failEachCall(fault, {
      jokes: [aJoke(1)],
      prepare: async (api) => auditIdOf(await moderate(api, 'DELETE', 'delete/1')),
      act: (api, auditId) => moderate(api, 'POST', `undo/${auditId}`),
      async check(api, answer, auditId) {
        expectSuccessOr503(answer);
        const deleted = await isDeleted(api);
        if (answer.status === 200) expect(deleted).toBe(false);
        expect(await listed(api, 'all')).toMatchObject({ total: deleted ? 0 : 1 });
        expect((await api.context.db.collection('audit').get()).size).toBe(deleted ? 1 : 2);
        const again = await moderate(api, 'POST', `undo/${auditId}`);
        expect(again.status).toBe(deleted ? 200 : 409);
      },
    }));

  test('of the deletion of personal information: no text is left once it is done, or sent again', () =>
    failEachCall(fault, {
      jokes: [aJoke(1, { joke_text: TEXT })],
      act: erase,
      async check(api, answer) {
        expectSuccessOr503(answer);
        if (answer.status === 503) expect((await erase(api)).status).toBe(200);
        expect((await jokeOf(api)).get('status')).toBe('erased');
        expect(await listed(api, 'all')).toMatchObject({ total: 0 });
        expect((await api.context.db.collection('audit').get()).size).toBe(1);
        const texts = await storedTexts(api.context.db);
        for (const [path, text] of texts) expect(text, path).not.toContain(TEXT);
      },
    }));
});
