import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { queuePage, type Patch } from '../../functions/src/contract/index.ts';
import { ADMIN_BEARER, type Instance } from '../support/api-site.ts';
import {
  admin,
  change,
  changeAll,
  changeIdOf,
  log,
  undo,
  type Item,
} from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { listedIds } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';

/** Facts 1 to 125: 1 is approved, 2 rejected, the others are pending. */
const running = useApi(
  Array.from({ length: 125 }, (_, index) =>
    aJoke(index + 1, { status: (['approved', 'rejected'] as const)[index] ?? 'pending' }),
  ),
);

const EDITED = 'Chuck Norris edited this meanwhile.';
const START = Date.UTC(2026, 10, 27, 12);

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  admin(running.api, method, path, body);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);
const stored = async (jokeId: number) =>
  (await running.api.context.db.doc(`jokes/${jokeId}`).get()).data();
const itemOf = (joke_id: number) => ({ joke_id, patch: { status: 'rejected' } });

async function costOf(work: () => Promise<unknown>) {
  await running.api.request('/jokes');
  return running.costOf(work);
}

const hashes = z.object({ jokes: z.array(z.object({ joke_id: z.int(), text_hash: z.string() })) });

/** What a moderator sees of a fact. */
async function seen(jokeId: number) {
  const { status } = (await stored(jokeId)) ?? {};
  const path = `/jokes?search=%23${jokeId}`;
  const { body } = await running.api.request(path, { bearer: ADMIN_BEARER });
  const [joke] = hashes.parse(body).jokes;
  return { status: String(status), text_hash: joke?.text_hash ?? '' };
}

/** Another instance, which another administrator uses. */
function startAs(username: string, clock?: () => number): Promise<Instance> {
  const identity = { kind: 'admin', provider: 'password', username, session: username } as const;
  const identify = () => Promise.resolve(identity);
  return running.site.start({ identify, ...(clock && { clock }) });
}

describe('an administrator changes many facts in one request', () => {
  test('and one transaction, with one entry in the log', { tags: 'X12' }, async () => {
    const ids = numbers(3, 22);
    const reject = () =>
      changeAll(
        running.api,
        'reject',
        ids,
        { status: 'rejected', duplicate_of: 1 },
        { reason: 'duplicate' },
      );
    expect(await costOf(async () => expect((await reject()).status).toBe(200))).toEqual({
      reads: 21,
      writes: 21,
    });
    expect(await stored(22)).toMatchObject({
      status: 'rejected',
      reject_reason: 'duplicate',
      duplicate_of: 1,
    });
    const { changes } = await log(running.api);
    expect(changes).toMatchObject([
      {
        action: 'reject',
        reason: 'duplicate',
        item_count: 20,
        actor: { username: 'test' },
        can_undo: true,
      },
    ]);
    expect(changes[0]?.items).toHaveLength(10);
    expect(changes[0]?.items[0]).toEqual({
      joke_id: 3,
      joke_text: expect.stringContaining('fact number 3'),
      before: { status: 'pending', reject_reason: null, duplicate_of: null },
      after: { status: 'rejected', reject_reason: 'duplicate', duplicate_of: 1 },
    });
    const id = changes[0]?.change_id ?? '';
    const undone = await costOf(async () => expect((await undo(running.api, id)).status).toBe(200));
    expect(undone).toEqual({ reads: 21, writes: 21 });
    expect(await stored(22)).toMatchObject({
      status: 'pending',
      reject_reason: null,
      decided_at: null,
    });
  });

  test(
    'of a hundred of which three have changed, those are left alone',
    { tags: 'S24' },
    async () => {
      await running.restart({ clock: () => START });
      const items = [];
      // One after another: of a hundred searches at once, an instance may refuse some.
      for (const joke_id of numbers(3, 102)) {
        const expected = await seen(joke_id);
        items.push({ joke_id, patch: { status: 'approved' } as const, expected });
      }
      const ada = await startAs('ada', () => START - 180_000);
      await admin(ada, 'POST', 'reject/4');
      await admin(ada, 'PUT', 'edit/5', { joke_text: EDITED });
      await call('DELETE', 'delete/6');
      const { body } = await change(running.api, 'approve', items);
      expect(body).toMatchObject({
        change_id: expect.any(String),
        results: [
          { joke_id: 3, joke: { status: 'approved' } },
          {
            joke_id: 4,
            error: 'Already rejected by ada 3 minutes ago.',
            joke: { status: 'rejected' },
          },
          {
            error: 'Changed by ada 3 minutes ago. Read it again.',
            joke: { joke_text: EDITED },
          },
          { error: 'Already deleted by you just now.', joke: { status: 'deleted' } },
          ...items.slice(4).map(({ joke_id }) => ({ joke_id })),
        ],
        totals: { approved: 98 },
      });
      expect(JSON.stringify(body).match(/"error"/gu)).toHaveLength(3);
      await ada.stop();
    },
  );

  test('each with its own patch: keeps one, and rejects its twins as its duplicates', async () => {
    const twin = { status: 'rejected', duplicate_of: 3 } as const;
    const items = [
      { joke_id: 3, patch: { status: 'approved', tags: ['food'] } },
      { joke_id: 4, patch: twin },
      { joke_id: 1, patch: twin },
    ] satisfies Item[];
    const answer = await change(running.api, 'keep-one', items, { reason: 'duplicate' });
    expect(await listedIds(running.api, '/jokes?tag=food')).toEqual([3]);
    expect(await stored(1)).toMatchObject({ status: 'rejected', duplicate_of: 3 });
    expect((await undo(running.api, changeIdOf(answer))).status).toBe(200);
    expect(await listedIds(running.api, '/jokes')).toEqual([1]);
  });

  test('and rejects no twin of a fact that somebody else has decided meanwhile', async () => {
    await change(running.api, 'reject', [{ joke_id: 3, patch: { status: 'rejected' } }]);
    const items = [
      { joke_id: 3, patch: { status: 'approved' }, expected: { status: 'pending' } },
      { joke_id: 4, patch: { status: 'rejected', duplicate_of: 3 } },
    ] satisfies Item[];
    const answer = await change(running.api, 'keep-one', items, { reason: 'duplicate' });
    expect(answer.body).toMatchObject({
      change_id: null,
      results: [{ error: expect.any(String) }, { error: expect.stringContaining('no. 3') }],
    });
    expect(await stored(4)).toMatchObject({ status: 'pending' });
  });

  const one = (action: string, patch: object, reason?: string) => ({
    action,
    reason,
    items: [{ joke_id: 3, patch }],
  });
  const REJECTED = { status: 'rejected' };
  test.each([
    ['the same joke twice', { action: 'reject', items: [3, 3].map(itemOf) }],
    ['101 jokes', { action: 'reject', items: numbers(3, 103).map(itemOf) }],
    ['an unknown reason', one('reject', REJECTED, 'because')],
    ['an undo', one('undo', REJECTED)],
    ['reports', one('keep', { reports: { other: 1 } })],
  ])('but gets 422 for %s, and nothing is changed', async (_what, body) => {
    expect((await call('POST', 'changes', body)).status).toBe(422);
    expect((await running.api.context.db.collection('changes').get()).size).toBe(0);
  });
});

describe('a request with an Idempotency-Key', { tags: ['S11', 'X12'] }, () => {
  const approve = (key: string, api = running.api, ids = [3, 4]) =>
    changeAll(api, 'approve', ids, { status: 'approved' }, { key });

  test('that is sent again gets the first answer, and changes nothing', async () => {
    const key = randomUUID();
    await call('DELETE', 'delete/4');
    const first = await approve(key);
    await call('POST', 'reject/3');
    const again = await costOf(async () => {
      const { status, body } = await approve(key);
      expect(status).toBe(200);
      expect(body).toMatchObject({
        change_id: changeIdOf(first),
        results: [
          { joke_id: 3, joke: { status: 'rejected' } },
          { joke_id: 4, error: expect.any(String) },
        ],
      });
      expect(JSON.stringify(body).match(/"error"/gu)).toHaveLength(1);
    });
    expect(again).toEqual({ reads: 3, writes: 0 });
    expect(await approve(key, running.api, [1])).toMatchObject({
      status: 409,
      body: { detail: 'This Idempotency-Key was used for another change.' },
    });
  });

  test('undoes once, and not what was done again since', async () => {
    const id = changeIdOf(await approve(randomUUID(), running.api, [3]));
    const key = randomUUID();
    const undone = changeIdOf(await undo(running.api, id, key));
    expect(changeIdOf(await undo(running.api, id, key))).toBe(undone);
    // An undo of the undo makes it approved again.
    expect((await undo(running.api, undone)).status).toBe(200);
    expect(await undo(running.api, id, key)).toMatchObject({
      status: 409,
      body: { detail: 'This Idempotency-Key was used for an earlier undo.' },
    });
    expect(await stored(3)).toMatchObject({ status: 'approved' });
  });
});

describe('of two moderators who decide about a fact, the second is told', { tags: 'S24' }, () => {
  const CHANGED = 'Changed by you just now. Read it again.';

  test.each([
    ['approve', { status: 'approved' }],
    ['reject', { status: 'rejected' }],
    ['edit', { joke_text: 'Chuck Norris overwrites the other moderator.' }],
    ['delete', { status: 'deleted' }],
  ] as const)(
    'who wants to %s a text that was changed is refused with the new one',
    async (action, patch) => {
      const send = async (expected: NonNullable<Item['expected']>) =>
        (await change(running.api, action, [{ joke_id: 3, patch, expected }])).body;
      const expected = await seen(3);
      await call('PUT', 'edit/3', { joke_text: EDITED });
      const joke = { joke_id: 3, status: 'pending', joke_text: EDITED };
      expect(await send(expected)).toMatchObject({ results: [{ error: CHANGED, joke }] });
      expect(await stored(3)).toMatchObject({ status: 'pending', joke_text: EDITED });
      expect(await send(await seen(3))).toMatchObject({ change_id: expect.any(String) });
    },
  );

  test('of an approval and a rejection at once, one wins', async () => {
    const expected = await seen(3);
    const answers = await Promise.all([
      change(running.api, 'approve', [{ joke_id: 3, patch: { status: 'approved' }, expected }]),
      change(running.api, 'reject', [{ joke_id: 3, patch: { status: 'rejected' }, expected }]),
    ]);
    const { status } = await seen(3);
    const error = `Already ${status} by you just now.`;
    expect(answers.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ change_id: expect.any(String) }),
        expect.objectContaining({ results: [expect.objectContaining({ error })] }),
      ]),
    );
  });

  test('only administrators get the hash of a text, with every fact that they can decide about', async () => {
    expect(JSON.stringify((await running.api.request('/jokes')).body)).not.toContain('text_hash');
    const joke = { text_hash: expect.stringMatching(/^[\w-]{16}$/) };
    await running.api.request('/reports', {
      method: 'POST',
      body: { joke_id: 1, reason: 'other' },
    });
    await call('PUT', 'edit/4', { joke_text: aJoke(3).joke_text });
    const similar = expect.arrayContaining([expect.objectContaining(joke)]);
    expect((await call('GET', 'queue?limit=1')).body).toMatchObject({
      entries: [{ joke, similar }],
    });
    expect((await call('GET', 'similar/3')).body).toMatchObject({ similar });
    expect((await call('GET', 'reported')).body).toMatchObject({ reported: [{ joke }] });
    expect((await call('PUT', 'edit/1', { joke_text: EDITED })).body).toMatchObject(joke);
  });
});

describe('an administrator decides about one fact', () => {
  test(
    'with two reads and two writes, and changes nothing by deciding it again',
    { tags: 'X12' },
    async () => {
      const approve = () => call('POST', 'approve/3');
      expect(await costOf(approve)).toEqual({ reads: 2, writes: 2 });
      expect(
        await costOf(async () =>
          expect((await approve()).body).toEqual({
            joke_id: 3,
            status: 'approved',
          }),
        ),
      ).toMatchObject({ writes: 0 });
      const { changes } = await log(running.api);
      expect(await costOf(() => undo(running.api, changes[0]?.change_id ?? ''))).toEqual({
        reads: 2,
        writes: 2,
      });
    },
  );

  test('but an unknown one, or an unknown change, is 404', async () => {
    for (const answer of [
      await call('POST', 'approve/999'),
      await call('DELETE', 'delete/999'),
      await undo(running.api, '0'.repeat(20)),
    ]) {
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    }
  });
});

describe('undoing a change', () => {
  const patched = async (patch: Patch, id = 3) =>
    changeIdOf(await changeAll(running.api, 'edit', [id], patch));

  test('twice says that nothing is left; undoing the undo is another change', async () => {
    const id = await patched({ joke_text: EDITED });
    const undone = changeIdOf(await undo(running.api, id));
    expect(await undo(running.api, id)).toMatchObject({
      status: 409,
      body: {
        detail: 'Nothing is left to undo: it was changed by you just now.',
        joke: { joke_id: 3 },
      },
    });
    expect((await log(running.api)).changes).toMatchObject([
      { action: 'undo', undoes: id, can_undo: true },
      { action: 'edit', undoes: null, can_undo: false },
    ]);
    await undo(running.api, undone);
    expect(await stored(3)).toMatchObject({ joke_text: EDITED });
  });

  test('leaves what was changed since, and names it', async () => {
    const id = await patched({ status: 'approved', tags: ['food'], safe: false });
    await patched({ add_tags: ['texas'] });
    await patched({ joke_text: EDITED });
    expect((await undo(running.api, id)).body).toMatchObject({
      results: [
        {
          left: ['tags'],
          joke: { status: 'pending', joke_text: EDITED, tags: ['food', 'texas'], safe: true },
        },
      ],
    });
    const again = await patched({ status: 'approved' }, 4);
    await call('POST', 'reject/4');
    expect((await undo(running.api, again)).status).toBe(409);
  });
});

describe('the log', () => {
  test('is read page by page, of one fact, one administrator, or some time', async () => {
    const ada = await startAs('ada');
    await changeAll(running.api, 'approve', [3, 4], { status: 'approved' });
    await admin(ada, 'POST', 'reject/3');
    await call('PUT', 'edit/3', { joke_text: EDITED });
    const actions = async (query: string) =>
      (await log(running.api, query)).changes.map(({ action }) => action);
    expect(await actions('')).toEqual(['edit', 'reject', 'approve']);
    expect(await actions('joke_id=4')).toEqual(['approve']);
    expect(await actions('username=ada')).toEqual(['reject']);
    expect(await actions('username=nobody')).toEqual([]);
    const { changes, next } = await log(running.api, 'joke_id=3&limit=2');
    expect(changes.map(({ can_undo }) => can_undo)).toEqual([true, true]);
    expect(await actions(`joke_id=3&limit=2&after=${next ?? ''}`)).toEqual(['approve']);
    const between = changes[1]?.at ?? '';
    expect(await actions(`from=${between}`)).toEqual(['edit', 'reject']);
    expect(await actions(`to=${between}`)).toEqual(['approve']);
    expect((await call('GET', 'changes?joke_id=3&username=ada')).status).toBe(422);
    expect((await call('GET', `changes?after=${'0'.repeat(20)}`)).status).toBe(404);
    await ada.stop();
  });

  test('leaves out stored changes that are malformed, or of kinds that it does not know', async () => {
    const id = changeIdOf(await changeAll(running.api, 'approve', [3], { status: 'approved' }));
    const { db } = running.api.context;
    const stranger = (await db.doc(`changes/${id}`).get()).data();
    await db.doc('changes/another').set({ ...stranger, action: 'discard-votes' });
    expect((await log(running.api)).changes.map(({ change_id }) => change_id)).toEqual([id]);
  });
});

describe('the review queue', () => {
  test('shows pending facts, the oldest first, and skips none when decisions are made between its pages', async () => {
    expect((await call('GET', 'queue?limit=2')).body).toMatchObject({
      entries: [{ joke: { joke_id: 3, status: 'pending' } }, { joke: { joke_id: 4 } }],
      total: 123,
      next: 4,
    });
    await changeAll(running.api, 'approve', [3, 4], { status: 'approved' });
    expect((await call('GET', 'queue?limit=1&after=4')).body).toMatchObject({
      entries: [{ joke: { joke_id: 5 } }],
      total: 121,
    });
  });

  test('shows them from the other end, too, page by page', { tags: 'U15' }, async () => {
    const { body } = await call('GET', 'queue?from=newest&limit=2');
    const { entries, next } = queuePage.parse(body);
    const [newest = 0, before = 0] = entries.map(({ joke }) => joke.joke_id);
    expect([newest - before, next]).toEqual([1, before]);
    expect((await call('GET', `queue?from=newest&limit=1&after=${before}`)).body).toMatchObject({
      entries: [{ joke: { joke_id: before - 1 } }],
    });
  });

  test('has a hint about each text as it is now, which is stored nowhere', async () => {
    await call('PUT', 'edit/3', { joke_text: 'Chuck Norris brought a gun to the pizza.' });
    running.site.firestore.resetRecords();
    expect((await call('GET', 'queue?limit=1')).body).toMatchObject({
      entries: [{ hint: { on_topic: true, spam: false, tags: ['food'], safe: false } }],
    });
    expect(running.site.firestore.totals().writes).toBe(0);
  });
});

test.each(['122', '%23122', ' 122 '])(
  'an administrator finds a fact by its number: "%s"',
  async (search) => {
    const path = `/jokes?search=${search}&status=pending`;
    const { body } = await running.api.request(path, { bearer: ADMIN_BEARER });
    expect(body).toMatchObject({ total: 1, jokes: [{ joke_id: 122 }] });
    expect((await running.api.request('/jokes?search=%231')).body).toMatchObject({ total: 0 });
  },
);
