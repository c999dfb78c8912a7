import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import type { Patch } from '../../functions/src/contract/index.ts';

import { quotas } from '../../functions/src/domain/index.ts';
import { createServices } from '../../functions/src/site.ts';
import { approve, edit } from '../support/moderation-steps.ts';
import { ADMIN_BEARER, type Answer } from '../support/api-site.ts';
import { admin, changeAll, changeIdOf, undo } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { getList } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([aJoke(1), aJoke(2)]);

const TEXT = 'Chuck Norris once paused a live broadcast.';

function submit(
  joke_text: unknown,
  network = '203.0.113.1',
  key?: string,
  api = running.api,
): Promise<Answer> {
  return api.request('/jokes/submit', { method: 'POST', body: { joke_text }, network, key });
}

const receipt = z.object({ joke_id: z.int(), receipt: z.string() });

async function storedText(answer: Answer): Promise<unknown> {
  expect(answer.status).toBe(201);
  const { joke_id } = receipt.parse(answer.body);
  return (await running.api.context.db.doc(`jokes/${joke_id}`).get()).get('joke_text');
}

const pending = async () => getList(running.api, '/jokes?status=pending', { bearer: ADMIN_BEARER });

describe('a visitor', () => {
  test('submits a joke, which gets the next number and awaits approval', async () => {
    expect(await submit(TEXT)).toMatchObject({
      status: 201,
      body: { joke_id: 3, status: 'pending' },
    });
    expect((await running.api.request('/jokes')).body).toMatchObject({ total: 2 });
    expect(await pending()).toMatchObject({
      total: 1,
      jokes: [{ joke_id: 3, joke_text: TEXT, status: 'pending', status_id: 2 }],
    });
  });

  test('gets a separate number for each of many simultaneous submissions', async () => {
    const eight = Array.from({ length: 8 }, (_, index) => submit(`${TEXT} ${index}`));
    const ids = (await Promise.all(eight)).map(({ body }) => receipt.parse(body).joke_id);
    expect(ids.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
  });

  test.each([
    ['whole IPv4 /24', 0, (index: number) => `203.0.113.${index}`, '203.0.114.1'],
    [
      "caller of the function's own address, whatever networks it makes up",
      1,
      (index: number) => `10.0.${index}.1, 203.0.113.9`,
      '203.0.114.1, 66.102.8.69',
    ],
  ])(
    'may submit 40 jokes an hour from one %s',
    { tags: ['S9', 'X7'] },
    async (_which, trustedProxyHops, network, other) => {
      await running.restart({ config: { trustedProxyHops } });
      const answers: Answer[] = [];
      for (let index = 0; index < quotas.submissions.network; index += 1) {
        running.site.firestore.resetRecords();
        answers.push(await submit(TEXT, network(index)));
      }
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      // It reads the root and looks for the receipt, and writes the fact and the root.
      expect(running.site.firestore.totals()).toMatchObject({ reads: 2, writes: 2 });
      const refused = await submit(TEXT, network(quotas.submissions.network));
      expect(refused).toMatchObject({ status: 429, body: { detail: expect.any(String) } });
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
      expect((await submit(TEXT, other)).status).toBe(201);
    },
  );
});

describe('a submission that is sent again with its Idempotency-Key', () => {
  const NETWORK = '203.0.113.1';
  const AS_FIRST = { status: 201, body: { joke_id: 3, status: 'pending' } };

  test('is stored once and uses no more quota', async () => {
    const key = randomUUID();
    for (let turn = 0; turn <= quotas.submissions.network; turn += 1) {
      running.site.firestore.resetRecords();
      expect(await submit(` ${TEXT}`, NETWORK, key)).toMatchObject(AS_FIRST);
    }
    expect(running.site.firestore.totals()).toMatchObject({ reads: 0, writes: 0 });
    expect((await pending()).total).toBe(1);
    expect((await submit(TEXT, NETWORK, randomUUID())).status).toBe(201);
    expect((await pending()).total).toBe(2);
  });

  test('gets its first response even after the joke is edited and approved, another text 409', async () => {
    const key = randomUUID();
    await submit(TEXT, NETWORK, key);
    const services = createServices(running.api.context);
    await edit(services, 3, `${TEXT} Twice.`);
    await approve(services, 3);
    expect(await submit(TEXT, NETWORK, key)).toMatchObject(AS_FIRST);
    expect(await submit(`${TEXT} Twice.`, NETWORK, key)).toMatchObject({
      status: 409,
      body: { detail: expect.any(String) },
    });
  });

  test('is recognized by a hash, which no response contains', async () => {
    await submit(TEXT, NETWORK, randomUUID());
    const joke = (await running.api.context.db.doc('jokes/3').get()).data();
    expect(joke).toMatchObject({ receipt_hash: expect.stringMatching(/^[\w-]{43}$/) });
    await admin(running.api, 'POST', 'approve/3');
    const list = await running.api.request('/jokes?status=all', { bearer: ADMIN_BEARER });
    expect(JSON.stringify(list.body)).toContain(TEXT);
    expect(JSON.stringify(list.body)).not.toContain('receipt');
  });
});

describe('a submitter', () => {
  const follow = (given: string, options = {}) =>
    running.api.request(`/submissions/${given}`, options);
  const moderate = (path: string) => admin(running.api, 'POST', path);
  const reject = (patch: Patch = {}) =>
    changeAll(
      running.api,
      'reject',
      [3],
      { status: 'rejected', ...patch },
      { reason: 'duplicate' },
    );
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/);
  const PENDING = {
    status: 'pending',
    reason: null,
    submitted_at: time,
    decided_at: null,
    duplicate_of: null,
    joke_id: null,
  };

  /** Submits a joke. @returns the receipt */
  async function submitted(key?: string): Promise<string> {
    return receipt.parse((await submit(TEXT, undefined, key)).body).receipt;
  }

  test('gets a receipt of 256 bits, the same one for the same key and another for every other', async () => {
    const key = randomUUID();
    const first = await submitted(key);
    expect(first).toMatch(/^[\w-]{43}$/);
    expect(await submitted(key)).toBe(first);
    const others = [await submitted(randomUUID()), await submitted(), await submitted()];
    expect(new Set([first, ...others]).size).toBe(4);
    expect((await follow(first)).body).toEqual(PENDING);
  });

  test(
    'follows a fact with its receipt: its number is visible only while it is approved',
    { tags: 'S2' },
    async () => {
      const mine = await submitted(randomUUID());
      expect((await reject()).status).toBe(200);
      expect((await follow(mine)).body).toEqual({
        ...PENDING,
        status: 'rejected',
        reason: 'duplicate',
        decided_at: time,
      });

      const approved = await changeAll(running.api, 'approve', [3], { status: 'approved' });
      const { body } = await follow(mine);
      expect(body).toEqual({ ...PENDING, status: 'approved', decided_at: time, joke_id: 3 });

      await undo(running.api, changeIdOf(approved));
      expect((await follow(mine)).body).toMatchObject({
        status: 'rejected',
        reason: 'duplicate',
        joke_id: null,
      });
    },
  );

  test(
    'learns which fact a duplicate repeats, while that one is public',
    { tags: 'S2' },
    async () => {
      const mine = await submitted();
      const rejected = await reject({ duplicate_of: 1 });
      expect((await follow(mine)).body).toMatchObject({ reason: 'duplicate', duplicate_of: 1 });
      await moderate('reject/1');
      expect((await follow(mine)).body).toMatchObject({
        reason: 'duplicate',
        duplicate_of: null,
      });
      await undo(running.api, changeIdOf(rejected));
      expect((await follow(mine)).body).toEqual(PENDING);
    },
  );

  test(
    'gets nothing with an unknown receipt or the stored hash of one',
    { tags: 'S2' },
    async () => {
      await submitted();
      const hash: unknown = (await running.api.context.db.doc('jokes/3').get()).get('receipt_hash');
      for (const options of [{}, { bearer: ADMIN_BEARER }]) {
        for (const given of ['A'.repeat(43), String(hash)]) {
          expect((await follow(given, options)).status).toBe(404);
        }
      }
    },
  );
});

describe('a text', { tags: 'S9' }, () => {
  test('is trimmed, stripped of invisible characters and stored in NFC', async () => {
    const answer = await submit('  Chuck\u200B Norris\u0000\u00A0\tdrank the cafe\u0301.\uFEFF  ');
    expect(await storedText(answer)).toBe('Chuck Norris drank the café.');
  });

  test('has 10 to 500 user-perceived characters', async () => {
    const msg = 'Please enter a joke that is at least 10 characters long.';
    for (const text of ['123456789', `12345\u200B\u200B6789`, `a${'\u0301'.repeat(40)}bcdefghi`]) {
      expect(await submit(text)).toMatchObject({
        status: 422,
        body: { detail: [{ loc: ['body', 'joke_text'], msg }] },
      });
    }
    expect(await storedText(await submit('e\u0301'.repeat(500)))).toBe('é'.repeat(500));
    expect((await submit('🥋'.repeat(501))).status).toBe(422);
    expect((await submit(`a${'\u0302\u0321'.repeat(1_500)}`.repeat(2))).status).toBe(422);
  });
});
