import { describe, expect, test } from 'vitest';
import { submissionReceipt } from '../../functions/src/contract/index.ts';
import { limits } from '../../functions/src/domain/index.ts';
import { sweepDeletions, sweepImages } from '../../functions/src/operations/sweep.service.ts';
import { cookieOf, type Answer } from '../support/api-site.ts';
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
import { storedTexts } from '../support/api/stored-texts.ts';
import { filesOf, useImages } from '../support/api/use-images.ts';

const TEXT = 'Chuck Norris has met John Q. Example of 12 Sample Street.';
const NEW_TEXT = 'Chuck Norris has met someone whose name is withheld.';

const running = useImages([aJoke(1, { joke_text: TEXT }), aJoke(2)], { clock: Date.now });
const { generate, imageOf, storedFiles } = running;

const HOUR_MS = 3_600_000;
const MONTH_MS = limits.restorableDays * 24 * HOUR_MS;
const PERMISSION_DENIED = 7;

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  admin(running.api, method, path, body);
const remove = async (jokeId: number) =>
  changeIdOf(await changeAll(running.api, 'delete', [jokeId], { status: 'deleted' }));
const undoIt = (id: string) => undo(running.api, id);
const changes = async () => (await log(running.api, 'limit=50')).changes;
const erase = (ids: number[], expected: Item['expected'] = {}) =>
  change(
    running.api,
    'reject',
    ids.map((joke_id) => ({ joke_id, patch: { status: 'rejected' }, expected })),
    { reason: 'personal_data' },
  );

function act(path: 'ratings' | 'reports', body: object, cookie?: string): Promise<Answer> {
  return running.api.request(`/${path}`, { method: 'POST', body, cookie });
}

const vote = (rating_num: number, cookie?: string, joke_id = 1) =>
  act('ratings', { joke_id, rating_num }, cookie);

/** Submits a joke. @returns the path of its receipt */
async function submit(joke_text: string): Promise<string> {
  const { body } = await running.api.request('/jokes/submit', {
    method: 'POST',
    body: { joke_text },
  });
  return `/submissions/${submissionReceipt.parse(body).receipt}`;
}

async function stored(path: string) {
  return (await running.api.context.db.doc(path).get()).data();
}

/** Expects the text in no document, and that the only snapshot still has the other fact. */
async function expectErased(): Promise<void> {
  const texts = await storedTexts(running.api.context.db);
  for (const [path, text] of texts) expect(text, path).not.toMatch(/Example|Sample Street/);
  const parts = [...texts].filter(([path]) => /^catalog\/(?!root)/.test(path));
  expect(parts).toEqual([[expect.any(String), expect.stringContaining(aJoke(2).joke_text)]]);
}

const count = async (collection: string) =>
  (await running.api.context.db.collection(collection).get()).size;

/** Sweeps the site as it would be done at a later time. */
async function sweepAfter(ms: number, dryRun = false) {
  const later = { ...running.api.context, clock: () => Date.now() + ms };
  const deletions = await sweepDeletions(later, dryRun);
  return { deletions, files: await sweepImages(later, dryRun) };
}

describe('a deleted fact', () => {
  test('comes back with its votes, image, tags and receipt, and nobody votes on it twice', async () => {
    const receiptPath = await submit('Chuck Norris submits to nobody.');
    await changeAll(running.api, 'approve', [3], {
      status: 'approved',
      tags: ['food'],
      safe: true,
    });
    await generate(3);
    const cookie = cookieOf(await vote(5, undefined, 3));
    await vote(2, undefined, 3);
    const receipt = async () => (await running.api.request(receiptPath)).body;
    const before = await stored('jokes/3');
    running.site.firestore.resetRecords();
    const deletion = await remove(3);
    expect(running.site.firestore.totals()).toMatchObject({ reads: 2, writes: 2, deletes: 0 });
    expect(await receipt()).toMatchObject({ status: 'removed', reason: null, joke_id: null });
    expect(await undoIt(deletion)).toMatchObject({
      status: 200,
      body: { results: [{ joke: { joke_id: 3, status: 'approved' } }], totals: { approved: 3 } },
    });
    const changed = { updated_at: expect.anything(), last_change: expect.anything() };
    expect(await stored('jokes/3')).toEqual({ ...before, ...changed });
    expect(await count('ratings')).toBe(2);
    expect((await vote(5, cookie, 3)).status).toBe(400);
    expect((await running.api.request('/jokes?tag=food&safe=true')).body).toMatchObject({
      jokes: [{ joke_id: 3, rating: 3.5, num_votes: 2 }],
    });
    expect(await receipt()).toMatchObject({ status: 'approved', joke_id: 3 });
  });

  test('can be restored for 30 days; then the sweep deletes its votes, reports and image', async () => {
    await generate(1);
    await generate(2);
    await vote(5);
    await act('reports', { joke_id: 1, reason: 'other' });
    const deletion = await remove(1);
    expect(await changes()).toMatchObject([{ action: 'delete', can_undo: true }, {}, {}]);
    expect(await sweepAfter(MONTH_MS - HOUR_MS)).toEqual({ deletions: 0, files: 0 });

    await running.restart({ clock: () => Date.now() + MONTH_MS + HOUR_MS / 2 });
    expect(await changes()).toMatchObject([{ can_undo: false }, {}, {}]);
    expect((await undoIt(deletion)).status).toBe(409);
    await running.restart();
    const later = MONTH_MS + 2 * HOUR_MS;
    expect(await sweepAfter(later, true)).toEqual({ deletions: 1, files: 3 });
    running.site.firestore.inject({ rpc: 'Commit', code: PERMISSION_DENIED, when: 'before' });
    await expect(sweepAfter(later)).rejects.toThrow('7 PERMISSION_DENIED');
    expect(await sweepAfter(later)).toEqual({ deletions: 1, files: 3 });
    expect([await count('ratings'), await count('reports')]).toEqual([0, 0]);
    expect(await storedFiles()).toEqual(filesOf(await imageOf(2)));
  });
});

describe('a fact that contains personal information', () => {
  test('is deleted at once and everywhere, the log included, and its submitter learns why', async () => {
    const receiptPath = await submit(`${TEXT} Twice.`);
    await call('PUT', 'edit/3', { joke_text: `${TEXT} Thrice.` });
    await call('POST', 'approve/3');
    await generate(3);
    await vote(5, undefined, 3);
    await act('reports', { joke_id: 3, reason: 'personal_data' });
    await change(running.api, 'keep', [{ joke_id: 3, patch: { reports: null } }]);
    await act('reports', { joke_id: 3, reason: 'personal_data' });
    await undoIt(await remove(3));
    const shared = changeIdOf(
      await change(
        running.api,
        'tag',
        [1, 2, 3].map((joke_id) => ({ joke_id, patch: { add_tags: ['food'] } })),
      ),
    );
    await call('DELETE', 'delete/1');

    expect((await erase([3, 1])).body).toMatchObject({
      change_id: expect.any(String),
      results: [
        { joke_id: 3, joke: null },
        { joke_id: 1, joke: null },
      ],
      totals: { approved: 1 },
    });
    await expectErased();
    expect([await count('ratings'), await count('reports')]).toEqual([0, 0]);
    expect(await storedFiles()).toEqual([]);
    expect((await running.api.request('/jokes/3')).status).toBe(404);
    const logged = await changes();
    expect(logged[0]).toMatchObject({ action: 'reject', reason: 'personal_data', item_count: 2 });
    for (const { change_id, can_undo } of logged) {
      expect(can_undo).toBe(change_id === shared);
      if (!can_undo) expect((await undoIt(change_id)).status).toBe(409);
    }
    // What the change says of another fact stays.
    expect((await undoIt(shared)).body).toMatchObject({
      results: [{ error: expect.any(String) }, { joke: { joke_id: 2, tags: [] } }, { joke: null }],
    });
    await expectErased();
    expect(await running.api.request(receiptPath)).toMatchObject({
      status: 200,
      body: { status: 'removed', reason: 'personal_data', joke_id: null },
    });
  });

  test('is not deleted if it has changed since it was shown, or was never there', async () => {
    await call('PUT', 'edit/1', { joke_text: NEW_TEXT });
    expect((await erase([1, 99], { text_hash: 'A'.repeat(16) })).body).toMatchObject({
      change_id: null,
      results: [
        { joke_id: 1, error: expect.any(String), joke: { joke_text: NEW_TEXT } },
        { joke_id: 99, joke: null, error: 'There is no such joke.' },
      ],
    });
    expect(await stored('jokes/1')).toMatchObject({ joke_text: NEW_TEXT });
  });
});
