import { describe, expect, test } from 'vitest';
import { ADMIN_BEARER, type Answer } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { listedIds } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([
  aJoke(1),
  aJoke(2, { status: 'pending' }),
  aJoke(3, { status: 'rejected' }),
  aJoke(4, { status: 'pending' }),
]);

function moderate(
  method: 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: unknown,
): Promise<Answer> {
  return running.api.request(`/admin/${path}`, { method, body, bearer: ADMIN_BEARER });
}

const listed = (status: string) =>
  listedIds(running.api, `/jokes?status=${status}`, { bearer: ADMIN_BEARER });

async function audit(): Promise<unknown[]> {
  const { docs } = await running.api.context.db.collection('audit').orderBy('at').get();
  return docs.map((entry) => entry.data());
}

function rate(joke_id: number): Promise<Answer> {
  return running.api.request('/ratings', { method: 'POST', body: { joke_id, rating_num: 5 } });
}

describe('an administrator', () => {
  test('changes nothing by approving a joke again', async () => {
    await moderate('POST', 'approve/2');
    const before = (await running.api.context.db.doc('jokes/2').get()).updateTime;
    running.site.firestore.resetRecords();
    expect((await moderate('POST', 'approve/2')).body).toEqual({
      joke_id: 2,
      status: 'approved',
      audit_id: null,
      totals: { approved: 2, pending: 1, rejected: 1 },
    });
    expect(running.site.firestore.totals().writes).toBe(0);
    expect((await running.api.context.db.doc('jokes/2').get()).updateTime).toEqual(before);
    expect(await audit()).toHaveLength(1);
  });

  test('edits a joke, and search finds the new text', async () => {
    const joke_text = '  Chuck\u200B Norris edits the editor. ';
    expect(await moderate('PUT', 'edit/1', { joke_text })).toMatchObject({
      status: 200,
      body: { joke_id: 1, joke_text: 'Chuck Norris edits the editor.', status: 'approved' },
    });
    expect((await running.api.request('/jokes?search=edits')).body).toMatchObject({ total: 1 });
    expect((await running.api.request('/jokes?search=heart')).body).toMatchObject({ total: 0 });
  });

  test.each([
    ['short', 'too short'],
    ['501 characters', 'x'.repeat(501)],
  ])('may not change a joke into one that is %s', async (_name, joke_text) => {
    expect(await moderate('PUT', 'edit/1', { joke_text })).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', 'joke_text'] }] },
    });
    expect(await audit()).toEqual([]);
  });

  test('deletes a joke, on which nobody can vote then', async () => {
    expect(await moderate('DELETE', 'delete/1')).toMatchObject({
      status: 200,
      body: { joke_id: 1, deleted: true },
    });
    expect(await listed('all')).toEqual([4, 3, 2]);
    expect((await rate(1)).status).toBe(404);
    expect((await moderate('DELETE', 'delete/1')).status).toBe(404);
  });

  test.each([
    ['POST', 'approve/99'],
    ['POST', 'reject/99'],
    ['DELETE', 'delete/99'],
  ] as const)('%s %s of an unknown joke is 404', async (method, path) => {
    expect(await moderate(method, path)).toMatchObject({
      status: 404,
      body: { detail: 'There is no such joke.' },
    });
  });
});
