import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { auditPage, moderationResults, undoResults } from '../../functions/src/contract/index.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

/** Facts 1 to 25, of which those after 5 are pending. */
const running = useApi(
  Array.from({ length: 25 }, (_, index) =>
    aJoke(index + 1, { status: index < 5 ? 'approved' : 'pending' }),
  ),
);

function call(method: 'GET' | 'POST' | 'PUT', path: string, body?: object) {
  return running.api.request(`/admin/${path}`, { method, body, bearer: ADMIN_BEARER });
}

const log = async (query = '') => auditPage.parse((await call('GET', `audit?${query}`)).body);
const undo = (audit_ids: readonly unknown[]) => call('POST', 'undo', { audit_ids });
const undone = async (ids: readonly string[]) => undoResults.parse((await undo(ids)).body);
const numbers = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Decides in one request. Returns the entries' ids. */
async function moderate(joke_ids: readonly number[], body: object = { action: 'approve' }) {
  const answer = await call('POST', 'moderate', { joke_ids, ...body });
  return moderationResults.parse(answer.body).results.map(({ audit_id }) => audit_id ?? '');
}

const statusesOf = async (ids: readonly number[]) => {
  const { db } = running.api.context;
  const found = await db.getAll(...ids.map((id) => db.doc(`jokes/${id}`)));
  return new Set(found.map((joke) => String(joke.get('status'))));
};

describe('an administrator undoes decisions on many facts', () => {
  test(
    'in one request and one transaction, each with an entry in the log',
    { tags: 'X12' },
    async () => {
      const many = numbers(6, 25);
      const ids = await moderate(many, { action: 'reject', reason: 'duplicate', duplicate_of: 1 });
      running.site.firestore.resetRecords();
      const { results, totals } = await undone(ids);
      expect(
        results.map(({ audit_id, joke, error }) => [audit_id, joke?.joke_id, joke?.status, error]),
      ).toEqual(many.map((joke_id, index) => [ids[index], joke_id, 'pending', undefined]));
      expect(totals).toEqual({ approved: 5, pending: 20, rejected: 0 });
      // The entries and the facts; the facts and their new entries.
      expect(running.site.firestore.totals()).toMatchObject({ reads: 40, writes: 40 });
      expect(await statusesOf(many)).toEqual(new Set(['pending']));
      const { entries } = await log('action=undo');
      expect(entries.map(({ joke_id }) => joke_id).sort((a, b) => a - b)).toEqual(many);
    },
  );

  test('and what can’t be undone is reported, the others are undone', async () => {
    const [first = '', second = '', third = ''] = await moderate([6, 7, 8]);
    const edit = await call('PUT', 'edit/7', { joke_text: 'Chuck Norris edits this meanwhile.' });
    const { audit_id } = z.object({ audit_id: z.string() }).parse(edit.body);
    const unknown = '0'.repeat(20);
    const { results } = await undone([first, second, unknown, third]);
    expect(results).toMatchObject([
      { audit_id: first, joke: { joke_id: 6, status: 'pending' } },
      {
        joke: { joke_id: 7, status: 'approved', joke_text: 'Chuck Norris edits this meanwhile.' },
        error: 'This fact changed, so the decision can’t be undone.',
      },
      { joke: null, error: 'The log has no such entry.' },
      { audit_id: third, joke: { joke_id: 8, status: 'pending' } },
    ]);
    // Of two changes of one fact, the last one.
    expect((await undone([second, audit_id])).results).toMatchObject([
      { error: expect.any(String) },
      { joke: { joke_id: 7, status: 'approved' } },
    ]);
    expect((await undone([second])).results).toMatchObject([{ joke: { status: 'pending' } }]);
    expect((await undone([first])).results).toMatchObject([{ error: expect.any(String) }]);
  });

  test.each([
    ['no id', []],
    ['the same id twice', ['0'.repeat(20), '0'.repeat(20)]],
    ['101 ids', numbers(1, 101).map((id) => String(id).padStart(20, '0'))],
    ['what is no id', ['short']],
    ['a number', [7]],
  ])('but gets 422 for %s', async (_what, ids) => {
    expect((await undo(ids)).status).toBe(422);
  });
});

describe('the log', () => {
  test('says which entries were made by one request, of decisions, tags and undoing alike', async () => {
    const ids = await moderate([6, 7, 8]);
    await call('POST', 'approve/9');
    const changes = [10, 11].map((joke_id) => ({ joke_id, add: ['food'] }));
    await call('POST', 'tag', { changes });
    await undone(ids);
    const { entries } = await log();
    const batches = Map.groupBy(entries, ({ batch }) => batch);
    const groups = [...batches].map(([batch, group]) => [
      batch !== null,
      group[0]?.action,
      group.map(({ joke_id }) => joke_id).sort((a, b) => a - b),
    ]);
    expect(groups).toEqual([
      [true, 'undo', [6, 7, 8]],
      [true, 'tag', [10, 11]],
      [false, 'approve', [9]],
      [true, 'approve', [6, 7, 8]],
    ]);
  });

  test('keeps the entries of a request on one page', async () => {
    await call('POST', 'approve/6');
    await moderate(numbers(7, 20));
    await call('POST', 'approve/21');
    const first = await log('limit=3');
    expect(first.entries.map(({ joke_id }) => joke_id).sort((a, b) => a - b)).toEqual(
      numbers(7, 21),
    );
    const second = await log(`limit=3&after=${first.next ?? ''}`);
    expect(second.entries.map(({ joke_id }) => joke_id)).toEqual([6]);
    expect(second.next).toBeNull();
    // More than Firestore finds by one query of those that were undone.
    await moderate(numbers(1, 25), { action: 'reject' });
    await undone((await log('action=reject')).entries.map(({ audit_id }) => audit_id));
    const { entries } = await log('limit=30');
    expect(entries).toHaveLength(50);
    expect(entries.filter(({ undone_by }) => undone_by !== null)).toHaveLength(25);
  });

  test('shows entries from before requests were marked', async () => {
    const [id] = await moderate([6, 7]);
    const entry = running.api.context.db.doc(`audit/${id}`);
    const { batch: _, ...old } = (await entry.get()).data() ?? {};
    await entry.set(old);
    const { entries } = await log('joke_id=6');
    expect(entries).toMatchObject([{ action: 'approve', batch: null, can_undo: true }]);
  });

  test('leaves out stored entries of kinds that it does not know', async () => {
    const [id = ''] = await moderate([6]);
    const { db } = running.api.context;
    const entry = (await db.doc(`audit/${id}`).get()).data();
    await db.doc('audit/another').set({ ...entry, action: 'discard-votes', reason: 'campaign' });
    const lines: unknown[] = [];
    await running.restart({ log: (line) => lines.push(line) });
    expect((await log()).entries.map(({ audit_id }) => audit_id)).toEqual([id]);
    expect(await log('joke_id=6')).toMatchObject({ entries: [{ reason: null }] });
    expect(JSON.stringify(lines)).not.toContain('malformed');
  });

  test('is filtered by who acted, by reason and by time, alone and together', async () => {
    await moderate([6, 7], { action: 'reject', reason: 'off_topic' });
    const next = Date.now() + 1;
    const between = new Date(next).toISOString();
    // Firestore gives the entries their time.
    await expect.poll(() => Date.now()).toBeGreaterThanOrEqual(next);
    const chuck = { kind: 'admin', provider: 'password', username: 'chuck' } as const;
    await running.restart({
      identify: () => Promise.resolve({ ...chuck, session: 'chuck' }),
    });
    await call('POST', 'approve/8');
    await moderate([9, 10], { action: 'reject', reason: 'off_topic' });
    const jokes = async (query: string) =>
      (await log(query)).entries.map(({ joke_id }) => joke_id).sort((a, b) => a - b);
    expect(await jokes('username=chuck')).toEqual([8, 9, 10]);
    expect(await jokes('username=nobody')).toEqual([]);
    expect(await jokes('reason=off_topic')).toEqual([6, 7, 9, 10]);
    expect(await jokes(`to=${between}`)).toEqual([6, 7]);
    expect(await jokes(`from=${between}`)).toEqual([8, 9, 10]);
    const all = `username=chuck&reason=off_topic&action=reject&from=${between}`;
    expect(await jokes(`${all}&limit=1`)).toEqual([9, 10]);
    expect(await jokes(`${all}&joke_id=9`)).toEqual([9]);
    expect((await call('GET', 'audit?from=yesterday')).status).toBe(422);
    expect((await call('GET', 'audit?reason=because')).status).toBe(422);
  });
});

test('only administrators read why a fact is rejected, and which one it repeats', async () => {
  await moderate([6, 7], { action: 'reject', reason: 'duplicate', duplicate_of: 1 });
  const rejected = { reject_reason: 'duplicate', duplicate_of: 1 };
  const { body } = await running.api.request('/jokes?status=rejected', { bearer: ADMIN_BEARER });
  expect(body).toMatchObject({ jokes: [rejected, rejected] });
  expect(await log('joke_id=6')).toMatchObject({
    entries: [{ reason: 'duplicate', after: { duplicate_of: 1 } }],
  });
  await moderate([6]);
  const approved = '/jokes?status=approved';
  const answers = [
    await running.api.request(approved, { bearer: ADMIN_BEARER }),
    await running.api.request(approved),
  ];
  expect(JSON.stringify(answers.map((each) => each.body))).not.toMatch(
    /reject_reason|duplicate_of/,
  );
});
