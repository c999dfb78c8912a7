// @module-tag X12
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ADMIN_BEARER, type Answer } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([
  aJoke(1),
  aJoke(2, { status: 'pending' }),
  aJoke(3, { status: 'rejected' }),
  aJoke(4, { status: 'pending' }),
  aJoke(5, { status: 'pending' }),
]);

const decision = z.object({ audit_id: z.string() });
const logPage = z.object({
  entries: z.array(
    z.object({ audit_id: z.string(), action: z.string(), joke_id: z.int() }).loose(),
  ),
  next: z.string().nullable(),
});

function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  return running.api.request(`/admin/${path}`, { method, body, bearer: ADMIN_BEARER });
}

const moderate = (body: object) => call('POST', 'moderate', body);
const undo = (auditId: string) => call('POST', `undo/${auditId}`);
const auditIdOf = ({ body }: Answer) => decision.parse(body).audit_id;
const log = async (query = '') => logPage.parse((await call('GET', `audit${query}`)).body);

async function stored(jokeId: number) {
  return (await running.api.context.db.doc(`jokes/${jokeId}`).get()).data();
}

async function setStored(jokeId: number, fields: object): Promise<void> {
  await running.api.context.db.doc(`jokes/${jokeId}`).update(fields);
}

const EDITED = 'Chuck Norris edited this meanwhile.';
const CHANGED = 'This fact changed while you were looking at it. Read it again.';

const shown = z.object({
  jokes: z.array(z.object({ joke_id: z.int(), status: z.string(), text_hash: z.string() })),
});

/** What a moderator sees of the jokes with a status. */
async function seen(status: string) {
  const path = `/jokes?status=${status}`;
  return shown.parse((await running.api.request(path, { bearer: ADMIN_BEARER })).body).jokes;
}

async function seenOf(jokeId: number) {
  const joke = (await seen('all')).find(({ joke_id }) => joke_id === jokeId);
  if (!joke) throw new Error(`There is no joke ${jokeId}`);
  return joke;
}

async function visible(): Promise<unknown> {
  return (await running.api.request('/jokes')).body;
}

describe('an administrator decides about several jokes in one request', () => {
  test('which approves them, with an entry in the log for each', async () => {
    expect(await moderate({ action: 'approve', joke_ids: [4, 2] })).toMatchObject({
      status: 200,
      body: {
        results: [
          { joke_id: 4, status: 'approved', audit_id: expect.any(String) },
          { joke_id: 2, status: 'approved', audit_id: expect.any(String) },
        ],
        totals: { approved: 3, pending: 1, rejected: 1 },
      },
    });
    expect(await visible()).toMatchObject({ total: 3 });
    expect((await log()).entries.map(({ joke_id }) => joke_id)).toEqual(
      expect.arrayContaining([2, 4]),
    );
  });

  test('which rejects them for a reason, stored with the joke and in the log', async () => {
    await moderate({ action: 'reject', joke_ids: [1, 5], reason: 'duplicate' });
    expect(await stored(1)).toMatchObject({ status: 'rejected', reject_reason: 'duplicate' });
    expect(await log('?joke_id=5')).toMatchObject({
      entries: [{ action: 'reject', reason: 'duplicate', can_undo: true }],
    });
    expect(await visible()).toMatchObject({ total: 0 });
  });

  test('and each joke that can’t be moderated is reported, the others are decided', async () => {
    await setStored(4, { joke_text: 7 });
    const { body } = await moderate({ action: 'approve', joke_ids: [99, 4, 1, 2] });
    expect(body).toMatchObject({
      results: [
        { joke_id: 99, status: null, audit_id: null, error: 'There is no such joke.' },
        {
          joke_id: 4,
          status: null,
          audit_id: null,
          error: expect.stringMatching('malformed'),
        },
        { joke_id: 1, status: 'approved', audit_id: null },
        { joke_id: 2, status: 'approved', audit_id: expect.any(String) },
      ],
    });
  });

  test('and leaves those alone whose status or text has changed since they were shown', async () => {
    const expected = await seen('pending');
    await call('POST', 'reject/4');
    await call('PUT', 'edit/5', { joke_text: EDITED });
    const joke_ids = [2, 4, 5];
    const { body } = await moderate({ action: 'approve', joke_ids, expected });
    expect(body).toMatchObject({
      results: [
        { joke_id: 2, status: 'approved' },
        {
          joke_id: 4,
          status: 'rejected',
          audit_id: null,
          error: 'Another moderator already rejected it.',
          joke: { joke_id: 4, status: 'rejected', joke_text: aJoke(4).joke_text },
        },
        {
          joke_id: 5,
          status: 'pending',
          audit_id: null,
          error: CHANGED,
          joke: { joke_text: EDITED },
        },
      ],
    });
    expect(await visible()).toMatchObject({ total: 2 });
  });

  test.each([
    ['no ids', { action: 'approve', joke_ids: [] }],
    ['the same id twice', { action: 'approve', joke_ids: [2, 2] }],
    ['101 ids', { action: 'reject', joke_ids: Array.from({ length: 101 }, (_, i) => i + 1) }],
    ['a reason for an approval', { action: 'approve', joke_ids: [2], reason: 'other' }],
    ['an unknown reason', { action: 'reject', joke_ids: [2], reason: 'because' }],
    [
      'a duplicate of itself',
      { action: 'reject', joke_ids: [2], reason: 'duplicate', duplicate_of: 2 },
    ],
    [
      'a duplicate that is rejected for another reason',
      { action: 'reject', joke_ids: [2], reason: 'other', duplicate_of: 1 },
    ],
    ['an unknown action', { action: 'delete', joke_ids: [2] }],
  ])('but gets 422 for %s, and nothing is decided', async (_what, body) => {
    expect((await moderate(body)).status).toBe(422);
    expect(await stored(2)).toMatchObject({ status: 'pending' });
  });
});

describe(
  'of two moderators who decide about a joke at once, one wins and the other is told',
  { tags: 'S24' },
  () => {
    /** The first edits a joke that the second has on screen. Returns what the second saw. */
    async function editMeanwhile(jokeId: number) {
      const { status, text_hash } = await seenOf(jokeId);
      await call('PUT', `edit/${jokeId}`, { joke_text: EDITED });
      return { status, text_hash };
    }

    test.each(['approve', 'reject'] as const)(
      'who wants to %s a text that was changed gets 409 with the new one, and nothing is decided',
      async (action) => {
        const expected = await editMeanwhile(2);
        expect(await call('POST', `${action}/2`, { expected })).toMatchObject({
          status: 409,
          body: { detail: CHANGED, joke: { joke_id: 2, status: 'pending', joke_text: EDITED } },
        });
        expect(await stored(2)).toMatchObject({ status: 'pending', joke_text: EDITED });
        expect((await log()).entries.map(({ action: logged }) => logged)).toEqual(['edit']);
        // Having read it again.
        const { status, text_hash } = await seenOf(2);
        expect(
          (await call('POST', `${action}/2`, { expected: { status, text_hash } })).status,
        ).toBe(200);
      },
    );

    test('who edits a text that was changed gets 409 with the new one, which stays', async () => {
      const expected = await editMeanwhile(1);
      const body = { joke_text: 'Chuck Norris overwrites the other moderator.', expected };
      expect(await call('PUT', 'edit/1', body)).toMatchObject({
        status: 409,
        body: { detail: CHANGED, joke: { joke_id: 1, joke_text: EDITED } },
      });
      expect(await stored(1)).toMatchObject({ joke_text: EDITED });
    });

    test('who deletes a text that was changed gets 409 with the new one, which stays', async () => {
      const expected = await editMeanwhile(1);
      const query = new URLSearchParams(expected).toString();
      expect(await call('DELETE', `delete/1?${query}`)).toMatchObject({
        status: 409,
        body: { detail: CHANGED, joke: { joke_id: 1, joke_text: EDITED } },
      });
      expect(await visible()).toMatchObject({ total: 1 });
      const now = new URLSearchParams({ text_hash: (await seenOf(1)).text_hash }).toString();
      expect((await call('DELETE', `delete/1?${now}`)).status).toBe(200);
    });

    test('of an approval and a rejection at once, one gets 409 with what the other decided', async () => {
      const { status, text_hash } = await seenOf(2);
      const expected = { status, text_hash };
      const answers = await Promise.all([
        call('POST', 'approve/2', { expected }),
        call('POST', 'reject/2', { expected }),
      ]);
      expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]));
      const winner = (await seenOf(2)).status;
      expect(answers.find((answer) => answer.status === 409)?.body).toMatchObject({
        detail: `Another moderator already ${winner} it.`,
        joke: { status: winner },
      });
      const same = winner === 'approved' ? 'approve' : 'reject';
      expect(await call('POST', `${same}/2`, { expected })).toMatchObject({
        status: 200,
        body: { status: winner, audit_id: null },
      });
    });

    test('a client that says nothing about what it saw decides as before', async () => {
      await editMeanwhile(2);
      expect((await call('POST', 'approve/2')).status).toBe(200);
      expect((await call('POST', 'approve/2', {})).status).toBe(200);
      expect((await call('POST', 'reject/2', { expected: {} })).status).toBe(200);
      expect((await call('POST', 'approve/2', { expected: { text_hash: 'short' } })).status).toBe(
        422,
      );
      expect((await call('POST', 'approve/2', { seen: {} })).status).toBe(422);
    });

    test('only administrators get the hash of a text, with every joke that they can decide about', async () => {
      expect(JSON.stringify(await visible())).not.toContain('text_hash');
      const hash = expect.stringMatching(/^[\w-]{16}$/);
      const joke = { text_hash: hash };
      await call('PUT', 'edit/3', { joke_text: aJoke(2).joke_text });
      await running.api.request('/reports', {
        method: 'POST',
        body: { joke_id: 1, reason: 'offensive' },
      });
      expect((await call('GET', 'queue')).body).toMatchObject({
        entries: [
          { joke, similar: expect.arrayContaining([expect.objectContaining(joke)]) },
          {},
          {},
        ],
      });
      expect((await call('GET', 'similar/2')).body).toMatchObject({
        similar: expect.arrayContaining([expect.objectContaining(joke)]),
      });
      expect((await call('GET', 'reported')).body).toMatchObject({ reported: [{ joke }] });
      const edit = await call('PUT', 'edit/1', { joke_text: EDITED });
      expect(edit.body).toMatchObject(joke);
      const undone = await undo(auditIdOf(edit));
      expect(undone.body).toMatchObject({ text_hash: (await seenOf(1)).text_hash });
    });
  },
);

describe('an administrator undoes', () => {
  test('an approval: the joke is pending again and was never approved', async () => {
    const auditId = auditIdOf(await call('POST', 'approve/2'));
    expect(await undo(auditId)).toMatchObject({
      status: 200,
      body: { joke_id: 2, status: 'pending', totals: { approved: 1, pending: 3, rejected: 1 } },
    });
    expect(await stored(2)).toMatchObject({ approved_at: null, decided_at: null });
    expect(await visible()).toMatchObject({ total: 1 });
  });

  test('a rejection: visitors see the joke again, where it was', async () => {
    const before = await stored(1);
    const auditId = auditIdOf(await call('POST', 'reject/1'));
    await undo(auditId);
    expect(await stored(1)).toMatchObject({ approved_at: before?.['approved_at'] });
    expect(await visible()).toMatchObject({ total: 1 });
  });

  test('an edit: search finds the old text', async () => {
    const auditId = auditIdOf(await call('PUT', 'edit/1', { joke_text: 'Chuck Norris edits.' }));
    const { body } = await undo(auditId);
    expect(body).toMatchObject({ joke_text: aJoke(1).joke_text, status: 'approved' });
    expect((await running.api.request('/jokes?search=edits')).body).toMatchObject({ total: 0 });
    expect((await running.api.request('/jokes?search=heart')).body).toMatchObject({ total: 1 });
  });

  test('a decision although visitors have voted since, and the votes stay', async () => {
    await call('POST', 'reject/1');
    const auditId = auditIdOf(await call('POST', 'approve/1'));
    await running.api.request('/ratings', { method: 'POST', body: { joke_id: 1, rating_num: 5 } });
    expect((await undo(auditId)).status).toBe(200);
    expect(await stored(1)).toMatchObject({ status: 'rejected', histogram: [0, 0, 0, 0, 1] });
  });

  test('nothing twice, and nothing after a later decision', async () => {
    const approval = auditIdOf(await call('POST', 'approve/2'));
    await undo(approval);
    expect(await undo(approval)).toMatchObject({
      status: 409,
      body: { detail: 'This fact changed, so the decision can’t be undone.' },
    });
    await call('POST', 'approve/2');
    expect((await undo(approval)).status).toBe(409);
    await call('DELETE', 'delete/2');
    expect((await undo(approval)).status).toBe(409);
    expect((await undo('0'.repeat(20))).status).toBe(404);
    expect((await undo('short')).status).toBe(422);
  });
});

describe('the log', () => {
  test('shows who did what, the latest first, and what was undone by which entry', async () => {
    const approval = auditIdOf(await call('POST', 'approve/2'));
    await undo(approval);
    await call('PUT', 'edit/2', { joke_text: 'Chuck Norris edits.' });
    const { entries } = await log();
    const [edit, undoing, approved] = entries;
    expect(edit).toMatchObject({
      action: 'edit',
      actor: { provider: 'password', username: 'test' },
      before: { joke_text: aJoke(2).joke_text },
      after: { joke_text: 'Chuck Norris edits.' },
      can_undo: true,
    });
    expect(undoing).toMatchObject({ action: 'undo', after: { status: 'pending' } });
    expect(approved).toMatchObject({
      audit_id: approval,
      undone_by: undoing?.audit_id,
      can_undo: false,
    });
  });
});

describe('the review queue', () => {
  test('shows pending jokes, the oldest first', async () => {
    const { body } = await call('GET', 'queue?limit=2');
    expect(body).toMatchObject({
      entries: [{ joke: { joke_id: 2, status: 'pending' } }, { joke: { joke_id: 4 } }],
      total: 3,
      next: 4,
    });
  });

  test('skips nothing when decisions are made between its pages', async () => {
    await moderate({ action: 'approve', joke_ids: [2, 4] });
    expect((await call('GET', 'queue?limit=2&after=4')).body).toMatchObject({
      entries: [{ joke: { joke_id: 5 } }],
      total: 1,
      next: null,
    });
  });
});

test.each(['2', '%232', ' 2 '])(
  'an administrator finds a joke by its number: "%s"',
  async (search) => {
    const path = `/jokes?search=${search}&status=pending`;
    const { body } = await running.api.request(path, { bearer: ADMIN_BEARER });
    expect(body).toMatchObject({ total: 1, jokes: [{ joke_id: 2 }] });
    expect((await running.api.request('/jokes?search=%231')).body).toMatchObject({ total: 0 });
  },
);

test('an administrator sees that an image is older than its text, until the edit is undone', async () => {
  const image = { file: '0'.repeat(32), width: 1024, height: 1024, generated_at: new Date(0) };
  await setStored(1, { image });
  const listed = async () =>
    (await running.api.request('/jokes?status=approved', { bearer: ADMIN_BEARER })).body;
  const edit = await call('PUT', 'edit/1', { joke_text: 'Chuck Norris edits.' });
  expect(edit.body).toMatchObject({ image_outdated: true });
  expect(await listed()).toMatchObject({ jokes: [{ image_outdated: true }] });
  expect(JSON.stringify(await visible())).not.toContain('image_outdated');
  await undo(auditIdOf(edit));
  expect(JSON.stringify(await listed())).not.toContain('image_outdated');
});
