import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { submissionState, type Patch } from '../../functions/src/contract/index.ts';

import { limits } from '../../functions/src/domain/index.ts';
import { createServices } from '../../functions/src/site.ts';
import { approve, edit } from '../support/moderation-steps.ts';
import { ADMIN_BEARER, type Answer } from '../support/api-site.ts';
import { changeAll, changeIdOf, undo } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([aJoke(1), aJoke(2)]);

const TEXT = 'Chuck Norris once paused a live broadcast.';

function submit(
  joke_text: unknown,
  network = '203.0.113.1',
  key?: string,
  api = running.api,
): Promise<Answer> {
  return api.request('/jokes/submit', {
    method: 'POST',
    body: { joke_text },
    headers: {
      'x-forwarded-for': network,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
  });
}

const receipt = z.object({ joke_id: z.int(), receipt: z.string() });

async function storedText(answer: Answer): Promise<unknown> {
  expect(answer.status).toBe(201);
  const { joke_id } = receipt.parse(answer.body);
  return (await running.api.context.db.doc(`jokes/${joke_id}`).get()).get('joke_text');
}

async function pendingTotal(): Promise<unknown> {
  const { body } = await running.api.request('/jokes?status=pending', { bearer: ADMIN_BEARER });
  return z.object({ total: z.int() }).parse(body).total;
}

describe('a visitor', () => {
  test('submits a joke, which gets the next number and awaits approval', async () => {
    expect(await submit(TEXT)).toMatchObject({
      status: 201,
      body: { joke_id: 3, status: 'pending' },
    });
    expect((await running.api.request('/jokes')).body).toMatchObject({ total: 2 });
    expect(
      (await running.api.request('/jokes?status=pending', { bearer: ADMIN_BEARER })).body,
    ).toMatchObject({
      total: 1,
      jokes: [{ joke_id: 3, joke_text: TEXT, status: 'pending', status_id: 2 }],
    });
  });

  test('gets a separate number for each of many simultaneous submissions', async () => {
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) => submit(`${TEXT} ${index}`)),
    );
    const ids = answers.map((answer) => receipt.parse(answer.body).joke_id);
    expect(ids.toSorted((a, b) => a - b)).toEqual([3, 4, 5, 6, 7, 8, 9, 10]);
    expect(await pendingTotal()).toBe(8);
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
      await running.restart({ config: { ...running.api.context.config, trustedProxyHops } });
      const answers: Answer[] = [];
      for (let index = 0; index < limits.submissionsPerHour; index += 1) {
        running.site.firestore.resetRecords();
        answers.push(await submit(TEXT, network(index)));
      }
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([201]));
      // It reads the root and looks for the receipt, and writes the fact and the root.
      expect(running.site.firestore.totals()).toMatchObject({ reads: 2, writes: 2 });
      const refused = await submit(TEXT, network(limits.submissionsPerHour));
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
    for (let turn = 0; turn <= limits.submissionsPerHour; turn += 1) {
      running.site.firestore.resetRecords();
      expect(await submit(` ${TEXT}`, NETWORK, key)).toMatchObject(AS_FIRST);
    }
    expect(running.site.firestore.totals()).toMatchObject({ reads: 0, writes: 0 });
    expect(await pendingTotal()).toBe(1);
    expect((await submit(TEXT, NETWORK, randomUUID())).status).toBe(201);
    expect(await pendingTotal()).toBe(2);
  });

  test('gets its first response even after the joke is edited and approved', async () => {
    const key = randomUUID();
    await submit(TEXT, NETWORK, key);
    const services = createServices(running.api.context);
    await edit(services, 3, `${TEXT} Twice.`);
    await approve(services, 3);
    expect(await submit(TEXT, NETWORK, key)).toMatchObject(AS_FIRST);
  });

  test('with another text is refused', async () => {
    const key = randomUUID();
    await submit(TEXT, NETWORK, key);
    expect(await submit(`${TEXT} Twice.`, NETWORK, key)).toMatchObject({
      status: 409,
      body: { detail: expect.any(String) },
    });
    expect(await pendingTotal()).toBe(1);
  });

  test(
    'while the first one is in progress is stored once, on one instance or two',
    { tags: 'S10' },
    async () => {
      const key = randomUUID();
      const other = await running.site.start();
      const answers = await Promise.all(
        [running.api, other, running.api, other].map((api) => submit(TEXT, NETWORK, key, api)),
      );
      for (const answer of answers) expect(answer).toMatchObject(AS_FIRST);
      expect(await pendingTotal()).toBe(1);
    },
  );

  test('is recognized by a hash, which no response contains', async () => {
    const key = randomUUID();
    await submit(TEXT, NETWORK, key);
    const joke = (await running.api.context.db.doc('jokes/3').get()).data();
    expect(joke).toMatchObject({ receipt_hash: expect.stringMatching(/^[\w-]{43}$/) });
    const hashes = ['receipt_hash', 'receipt_text_hash'].map((name) => String(joke?.[name]));
    await running.api.request('/admin/approve/3', { method: 'POST', bearer: ADMIN_BEARER });
    for (const path of ['/jokes', '/jokes/3', '/jokes/newest', '/jokes?status=all']) {
      const bearer = path.includes('?') ? { bearer: ADMIN_BEARER } : {};
      const text = JSON.stringify((await running.api.request(path, bearer)).body);
      expect(text).toContain(TEXT);
      for (const secret of [...hashes, 'receipt']) expect(text).not.toContain(secret);
    }
  });
});

describe('a submitter', () => {
  const follow = (given: string, options = {}) =>
    running.api.request(`/submissions/${given}`, options);
  const moderate = (path: string, method = 'POST', body?: unknown) =>
    running.api.request(`/admin/${path}`, { method, bearer: ADMIN_BEARER, body });
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
    original_hidden: false,
    joke_id: null,
  };

  /** Submits a joke. @returns the receipt */
  async function submitted(key?: string): Promise<string> {
    const answer = await submit(TEXT, undefined, key);
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    return receipt.parse(answer.body).receipt;
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

      const approved = await moderate('approve/3');
      running.site.firestore.resetRecords();
      const { headers, body } = await follow(mine);
      expect(running.site.firestore.totals()).toMatchObject({ reads: 0, writes: 0 });
      expect(headers.get('cache-control')).toBe('private, no-store');
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
      running.site.firestore.resetRecords();
      expect((await follow(mine)).body).toMatchObject({ reason: 'duplicate', duplicate_of: 1 });
      expect(running.site.firestore.totals()).toMatchObject({ reads: 0, writes: 0 });
      await moderate('reject/1');
      expect((await follow(mine)).body).toMatchObject({
        reason: 'duplicate',
        duplicate_of: null,
        original_hidden: true,
      });
      await moderate('approve/1');
      await undo(running.api, changeIdOf(rejected));
      expect((await follow(mine)).body).toEqual(PENDING);
      await reject();
      expect((await follow(mine)).body).toMatchObject({
        reason: 'duplicate',
        duplicate_of: null,
        original_hidden: false,
      });
    },
  );

  test('learns that a fact was deleted', async () => {
    const mine = await submitted();
    const submittedAt = submissionState.parse((await follow(mine)).body).submitted_at;
    await moderate('approve/3');
    expect((await moderate('delete/3', 'DELETE')).status).toBe(200);
    running.site.firestore.resetRecords();
    expect(await follow(mine)).toMatchObject({
      status: 200,
      body: {
        submitted_at: submittedAt,
        status: 'removed',
        reason: null,
        decided_at: time,
        joke_id: null,
      },
    });
    expect(running.site.firestore.totals()).toMatchObject({ reads: 0, writes: 0 });
  });

  test('sees the date of an approval from before decisions had one, and no reason for a rejection without one', async () => {
    const { db } = running.api.context;
    const [approved, rejected] = [await submitted(), await submitted()];
    await moderate('approve/3');
    await db.doc('jokes/3').update({ decided_at: null });
    await moderate('reject/4');
    expect((await follow(approved)).body).toMatchObject({ status: 'approved', decided_at: time });
    expect((await follow(rejected)).body).toMatchObject({ status: 'rejected', reason: null });
  });

  test.each([
    ['an unknown receipt', 'A'.repeat(43), 404],
    ['the stored hash of a receipt', undefined, 404],
    ['a malformed receipt', 'A'.repeat(42), 422],
    ['the number of a fact', '1', 422],
  ])('gets nothing with %s', { tags: 'S2' }, async (_which, given, status) => {
    await submitted();
    const hash: unknown = (await running.api.context.db.doc('jokes/3').get()).get('receipt_hash');
    for (const options of [{}, { bearer: ADMIN_BEARER }]) {
      const answer = await follow(given ?? String(hash), options);
      expect(answer.status).toBe(status);
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    }
  });
});

describe('a text', { tags: 'S9' }, () => {
  test('is trimmed, stripped of invisible characters and stored in NFC', async () => {
    const answer = await submit('  Chuck\u200B Norris\u0000\u00A0\tdrank the cafe\u0301.\uFEFF  ');
    expect(await storedText(answer)).toBe('Chuck Norris drank the café.');
  });

  test('may contain markup, which stays text', async () => {
    const markup = '<script>alert("Chuck")</script> & <b>bold</b>';
    expect(await storedText(await submit(markup))).toBe(markup);
  });

  test.each([
    ['nine characters', '123456789'],
    ['nine characters and zero-width ones', `12345\u200B\u200B6789`],
    ['nine letters, one with many marks', `a${'\u0301'.repeat(40)}bcdefghi`],
    ['Hangul fillers', '\u3164'.repeat(20)],
  ])('of %s is too short', async (_name, text) => {
    expect(await submit(text)).toMatchObject({
      status: 422,
      body: {
        detail: [
          {
            loc: ['body', 'joke_text'],
            msg: 'Please enter a joke that is at least 10 characters long.',
          },
        ],
      },
    });
    expect(await pendingTotal()).toBe(0);
  });

  test('may have 500 user-perceived characters, but not 501', async () => {
    const family = 'e\u0301';
    expect(await storedText(await submit(family.repeat(500)))).toBe('é'.repeat(500));
    expect((await submit('🥋'.repeat(500))).status).toBe(201);
    expect((await submit('x'.repeat(501))).status).toBe(422);
    expect((await submit(`a${'\u0302\u0321'.repeat(1_500)}`.repeat(2))).status).toBe(422);
  });
});
