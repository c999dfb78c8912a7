import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { followStoredValues } from '../stores/stored-value.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import {
  checkSubmission,
  forgetSubmission,
  isOpen,
  ownSubmissions,
  rememberSubmission,
} from './own-submissions.ts';

const SUBMITTED_AT = '2026-11-22T12:00:00.000Z';
const receiptOf = (index: number) => String(index).padStart(43, 'r');
const state = (status: string, reason: string | null = null, joke_id: number | null = null) => ({
  status,
  reason,
  submitted_at: SUBMITTED_AT,
  decided_at: null,
  duplicate_of: null,
  original_hidden: false,
  joke_id,
});
const submissions = () => ownSubmissions.use.getState();

/** Loads what is stored, as another page does. */
function reload() {
  vi.stubGlobal('window', new EventTarget());
  followStoredValues();
  return submissions();
}

let storage = new MemoryStorage();
beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  // Also those that could not be stored.
  for (const { receipt } of reload()) forgetSubmission(receipt);
});
afterEach(() => vi.unstubAllGlobals());

function answerWith(answers: Readonly<Record<string, unknown>>) {
  return startApiServer((exchange: Exchange) => {
    const receipt = exchange.request.url?.replace('/api/v1/submissions/', '') ?? '';
    const answer = answers[receipt];
    if (answer === undefined) sendJson(exchange, 404, { detail: 'Not found.' });
    else sendJson(exchange, 200, answer);
  });
}

/** Checks the submissions. @param answers by receipt; others get 404 @returns the requested paths */
async function checkAll(answers: Readonly<Record<string, unknown>>) {
  await using server = await answerWith(answers);
  vi.stubGlobal('localStorage', storage);
  const checks = submissions()
    .filter(isOpen)
    .map(({ receipt }) => checkSubmission(receipt));
  await Promise.all(checks);
  return server.exchanges.map(({ request }) => request.url);
}

test('the browser remembers its last 20 submissions, the latest first', () => {
  for (let index = 0; index < 25; index += 1) rememberSubmission(receiptOf(index), `🥋 ${index}`);
  rememberSubmission(receiptOf(24), 'x'.repeat(500));
  expect(submissions()).toHaveLength(20);
  expect(submissions().map(({ receipt }) => receipt)).toEqual(
    Array.from({ length: 20 }, (_, index) => receiptOf(24 - index)),
  );
  expect(submissions()[0]).toMatchObject({ status: 'pending', text: 'x'.repeat(500) });
  const known = submissions();
  expect(reload()).toEqual(known);
  forgetSubmission(receiptOf(24));
  expect(submissions()[0]?.receipt).toBe(receiptOf(23));
});

test('their status is checked and stored; those with personal information lose their text and are not checked again', async () => {
  for (const index of [1, 2, 3, 4, 5]) rememberSubmission(receiptOf(index), `Fact ${index}`);
  const answers = {
    [receiptOf(1)]: state('approved', null, 17),
    [receiptOf(2)]: state('rejected', 'duplicate'),
    [receiptOf(3)]: state('removed'),
    [receiptOf(5)]: state('removed', 'personal_data'),
  };
  expect(await checkAll(answers)).toHaveLength(5);
  expect(submissions().map(({ status, reason, joke_id }) => [status, reason, joke_id])).toEqual([
    ['removed', 'personal_data', null],
    ['unknown', null, null],
    ['removed', null, null],
    ['rejected', 'duplicate', null],
    ['approved', null, 17],
  ]);
  expect(submissions().map(({ text }) => text)).toEqual([
    '',
    'Fact 4',
    'Fact 3',
    'Fact 2',
    'Fact 1',
  ]);
  expect(submissions()[4]?.submitted_at).toBe(Date.parse(SUBMITTED_AT));
  const known = submissions();
  expect(reload()).toEqual(known);

  const again = await checkAll({
    ...answers,
    [receiptOf(1)]: state('rejected', 'from the future'),
  });
  expect(again).toHaveLength(4);
  expect(again).not.toContain(`/api/v1/submissions/${receiptOf(5)}`);
  expect(submissions()[4]).toMatchObject({ status: 'rejected', reason: null, joke_id: null });
});

test('nothing but submissions is read from the storage', () => {
  const good = {
    receipt: receiptOf(1),
    text: 'Fact',
    submitted_at: 1,
    status: 'pending',
    reason: null,
    duplicate_of: null,
    original_hidden: false,
    joke_id: null,
  };
  const bad = [null, 1, 'x', [], {}, { ...good, receipt: '../jokes/1' }, { ...good, text: 1 }];
  const more = [
    { ...good, submitted_at: 1e300 },
    { ...good, status: 'lost' },
    { ...good, joke_id: 'x' },
  ];
  storage.items.set('submissions', JSON.stringify([...bad, good, ...more]));
  expect(reload()).toEqual([good]);
  for (const stored of ['', '{', '{}', '"x"']) {
    storage.items.set('submissions', stored);
    expect(reload()).toEqual([]);
  }
});
