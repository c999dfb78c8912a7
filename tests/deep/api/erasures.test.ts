// @module-tag S22
import { createHash, randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HOUR_MS, limits } from '../../../functions/src/domain/index.ts';
import { createServices } from '../../../functions/src/site.ts';
import { ADMIN_BEARER, cookieOf, type Instance } from '../../support/api-site.ts';
import { change, changeAll, log, undo, type Item } from '../../support/api/changes.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { getList } from '../../support/api/lists.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { storedTexts } from '../../support/api/stored-texts.ts';
import { refuseCommitsFrom } from '../../support/api/use-api.ts';
import { heldGenerator, useImages } from '../../support/api/use-images.ts';
import { createRandom, type Random } from '../../support/random.ts';

const TARGET = 3;
const running = useImages([1, 2, TARGET, 4].map((id) => aJoke(id)));
useShortRetries();

const db = () => running.api.context.db;

/** A text whose words occur nowhere else. */
function secretText(random: Random, words = 6): string {
  const letter = () => String.fromCharCode(97 + Math.floor(random() * 26));
  const word = () => Array.from({ length: 11 }, letter).join('');
  return Array.from({ length: words }, word).join(' ');
}

const PIECE = 10;

const piecesOf = (text: string) =>
  Array.from({ length: text.length - PIECE + 1 }, (_, at) => text.slice(at, at + PIECE));

const hashesOf = (text: string) =>
  (['hex', 'base64', 'base64url'] as const).map((encoding) =>
    createHash('sha256').update(text).digest(encoding).slice(0, 20),
  );

/** Where something of these texts is left: in a document, a snapshot or the log. */
async function found(texts: readonly string[]): Promise<string[]> {
  const pieces = new Set(texts.flatMap(piecesOf));
  const hashes = texts.flatMap(hashesOf);
  const hasTrace = (content: string) =>
    piecesOf(content).some((piece) => pieces.has(piece)) ||
    hashes.some((hash) => content.includes(hash));
  const places = [...(await storedTexts(db())), ['the log', JSON.stringify(running.logged)]];
  return places.flatMap(([place = '', content = '']) => (hasTrace(content) ? place : []));
}

/** Everything that must be gone when an erasure has ended. */
async function expectErased(texts: readonly string[]): Promise<void> {
  expect(await found(texts)).toEqual([]);
  const of = (name: string) => db().collection(name).where('joke_id', '==', TARGET).get();
  expect([(await of('ratings')).size, (await of('reports')).size]).toEqual([0, 0]);
  expect(await running.storedFiles()).toEqual([]);
  const root = await db().doc('catalog/root').get();
  expect(root.get('erasing')).toEqual([]);
  expect((await db().doc(`jokes/${TARGET}`).get()).data()).toEqual({
    joke_id: TARGET,
    status: 'erased',
    created_at: expect.anything(),
    decided_at: expect.anything(),
    updated_at: expect.anything(),
  });
}

const erase = (api: Instance, key: string = randomUUID()) =>
  changeAll(api, 'reject', [TARGET], { status: 'rejected' }, { reason: 'personal_data', key });

/** Writes texts that will be erased, in every way in which a site can get them. @returns these texts */
async function makeHistory(random: Random): Promise<string[]> {
  const { api } = running;
  const texts: string[] = [];
  const edit = (key: string, joke_text: string, others: Item[] = []) =>
    change(api, 'edit', [{ joke_id: TARGET, patch: { joke_text } }, ...others], { key });
  const vote = { joke_id: TARGET, rating_num: 5 };
  cookieOf(await api.request('/ratings', { method: 'POST', body: vote }));
  const report = { joke_id: TARGET, reason: 'personal_data' };
  await api.request('/reports', { method: 'POST', body: report });
  for (let step = 0; step < 6; step += 1) {
    const [key, text, kind] = [randomUUID(), secretText(random), random()];
    texts.push(text);
    const other = { joke_id: 1, patch: { joke_text: `Chuck Norris edits another, ${step}.` } };
    await edit(key, text, kind < 0.5 ? [other] : []);
    if (kind < 0.3) await edit(key, text);
    if (kind > 0.6) {
      const [last] = (await log(api)).changes;
      await undo(api, last?.change_id ?? '');
    }
    if (kind > 0.8) await createServices(api.context).snapshots.save();
    if (step === 2) await running.generate(TARGET);
    if (step === 4) await running.generate(TARGET, '?force=true');
  }
  // What other versions may have written: an unknown action, and fields that this version does not know.
  const { docs } = await db().collection('changes').get();
  const [first, second] = docs.filter((each) => JSON.stringify(each.data()).includes('joke_text'));
  await first?.ref.update({ action: 'translate', note: texts[0] });
  await second?.ref.update({ note: texts[1] });
  await db().doc(`jokes/${TARGET}`).update({ translated_text: texts[2] });
  return texts;
}

describe('an erased text', () => {
  test.each([1, 2, 3, 4, 5])('is nowhere after a random history: %i', async (seed) => {
    const texts = await makeHistory(createRandom(seed));
    expect((await found(texts)).length).toBeGreaterThan(4);
    const key = randomUUID();
    const first = await erase(running.api, key);
    expect(first).toMatchObject({ status: 200, body: { results: [{ joke: null }] } });
    await expectErased(texts);
    // The change that this version can't read is named once, by its path.
    const malformed = running.logged.filter(({ message }) => /malformed document/.test(message));
    expect(malformed).toHaveLength(1);
    expect((await erase(running.api, key)).body).toEqual(first.body);
    await expectErased(texts);
  });

  test.each(Array.from({ length: 14 }, (_, index) => index + 1))(
    'is nowhere although the instance that erases it ends at its commit %i: another one goes on by itself',
    async (commit) => {
      const texts = await makeHistory(createRandom(7));
      refuseCommitsFrom(running.site.firestore, commit);
      const { status } = await erase(running.api);
      running.site.firestore.clearFaults();
      await running.restart();
      if (commit === 1) {
        expect(status).toBe(500);
        expect((await erase(running.api)).status).toBe(200);
      } else {
        expect((await running.api.request(`/jokes/${TARGET}`)).status).toBe(404);
        const { changes } = await log(running.api, 'limit=50');
        for (const text of texts) expect(JSON.stringify(changes)).not.toContain(text);
        await running.api.idle();
      }
      await expectErased(texts);
    },
  );

  test.each(Array.from({ length: 7 }, (_, index) => index + 1))(
    'is in no snapshot of an instance that was frozen before its read %i while it wrote one',
    async (read) => {
      const texts = await makeHistory(createRandom(11));
      const other = await running.start();
      const { reached, release } = other.holdCall(read, 'before', 'batchGetDocuments');
      const saving = createServices(other.context).snapshots.save();
      await Promise.race([reached, saving]);
      expect((await erase(running.api)).status).toBe(200);
      await running.api.idle();
      // It is killed, or wakes up.
      await expectErased(texts);
      release();
      await saving;
      await other.idle();
      await expectErased(texts);
      expect((await getList(running.api, '/jokes')).total).toBe(3);
    },
  );

  test('is nowhere although it was in 30 changes of 100 texts of full length', async () => {
    const random = createRandom(15);
    const ids = Array.from({ length: limits.changeMaxItems }, (_, index) => index + 1);
    await running.refill(ids.map((id) => aJoke(id)));
    // By its own clock, no other one may go on yet.
    await running.restart({ clock: () => Date.now() + HOUR_MS });
    const texts: string[] = [];
    const long = () => secretText(random, 41);
    for (let edit = 0; edit < 30; edit += 1) {
      const items = ids.map((joke_id) => ({ joke_id, patch: { joke_text: long() } }));
      const own = items.find(({ joke_id }) => joke_id === TARGET);
      if (own) texts.push(own.patch.joke_text);
      expect((await change(running.api, 'edit', items)).status).toBe(200);
    }
    running.site.firestore.resetRecords();
    expect((await erase(running.api)).status).toBe(200);
    await expectErased(texts);
    // Ten in each, its own included, and the one that it made.
    const commits = running.site.firestore.records().filter(({ rpc }) => rpc === 'Commit');
    expect(commits.filter(({ detail }) => detail.includes('changes/'))).toHaveLength(4 + 1);
  });

  test('waits for nobody but the instance that erases it, for 30 seconds', async () => {
    const texts = await makeHistory(createRandom(30));
    await running.restart({ clock: Date.now });
    refuseCommitsFrom(running.site.firestore, 2);
    await erase(running.api);
    running.site.firestore.clearFaults();
    await running.restart();
    await running.api.request('/jokes');
    await running.api.idle();
    expect(await found(texts)).not.toEqual([]);
    const at = new Date(Date.now() - 31_000);
    await db()
      .doc('catalog/root')
      .update({ erasing: [{ joke_id: TARGET, at }] });
    await running.restart();
    await running.api.request('/jokes');
    await running.api.idle();
    await expectErased(texts);
  });
});

describe('a fact whose document was deleted by hand', () => {
  test('is erased from the log', async () => {
    const texts = await makeHistory(createRandom(25));
    await db().doc(`jokes/${TARGET}`).delete();
    expect(await erase(running.api)).toMatchObject({
      status: 200,
      body: { results: [{ joke: null }] },
    });
    await expectErased(texts);
  });

  test('never existed if its number was never given, so nothing is erased', async () => {
    const request = { reason: 'personal_data' };
    const answer = await changeAll(running.api, 'reject', [77], { status: 'rejected' }, request);
    expect(answer.body).toMatchObject({
      change_id: null,
      results: [{ error: expect.any(String) }],
    });
    expect((await db().doc('jokes/77').get()).exists).toBe(false);
  });
});

test('a document with a number that no fact can have does not end the submissions', async () => {
  await db()
    .doc('jokes/999999999')
    .set({ ...aJoke(5), joke_id: 999_999_999, updated_at: new Date() });
  await db().doc('catalog/root').update({ next_joke_id: 1_000_000_000 });
  await running.restart();
  const body = { joke_text: 'Chuck Norris counts on, whatever the number.' };
  const sent = await running.api.request('/jokes/submit', { method: 'POST', body });
  expect(sent).toMatchObject({ status: 201, body: { joke_id: 5 } });
  expect((await running.api.request('/jokes', { bearer: ADMIN_BEARER })).status).toBe(200);
});

describe('an image', { tags: 'S12' }, () => {
  test.each([
    [
      'edited',
      () => changeAll(running.api, 'edit', [TARGET], { joke_text: 'Chuck Norris redraws.' }),
    ],
    ['erased', () => erase(running.api)],
  ])(
    'of a fact that was %s while it was drawn is not used, and its files are deleted',
    async (_what, act) => {
      const { imageGenerator, begun, go } = heldGenerator();
      await running.restart({ imageGenerator });
      const generating = running.generate(TARGET);
      await begun;
      expect((await act()).status).toBe(200);
      go();
      expect((await generating).status).not.toBe(200);
      expect(await running.storedFiles()).toEqual([]);
    },
  );
});
