import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendJson, startApiServer } from '../testing/api-server.ts';
import { followStoredValues } from '../stores/stored-value.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { askForDecisions, decisionNews } from './decision-news.ts';
import {
  checkSubmission,
  forgetSubmission,
  isOpen,
  ownSubmissions,
  rememberSubmission,
  seeDecisions,
} from './own-submissions.ts';

const SUBMITTED_AT = '2026-11-22T12:00:00.000Z';
const receiptOf = (index: number) => String(index).padStart(43, 'r');
const state = (status: string, reason: string | null = null, joke_id: number | null = null) => ({
  status,
  reason,
  submitted_at: SUBMITTED_AT,
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
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  // Also those that could not be stored.
  for (const { receipt } of reload()) forgetSubmission(receipt);
  decisionNews.save('none');
});
afterEach(() => vi.unstubAllGlobals());

/** Checks the submissions. @param answers by receipt; others get 404 @returns the requested paths */
async function checkAll(answers: Readonly<Record<string, unknown>>) {
  await using server = await startApiServer((exchange) => {
    const answer = answers[exchange.request.url?.split('/').at(-1) ?? ''];
    sendJson(exchange, answer === undefined ? 404 : 200, answer ?? { detail: 'Not found.' });
  });
  vi.stubGlobal('localStorage', storage);
  const open = submissions().filter(isOpen);
  await Promise.all(open.map(({ receipt }) => checkSubmission(receipt)));
  return server.exchanges.map(({ request }) => request.url);
}

test('the browser remembers its last 20 submissions, the latest first', () => {
  for (let index = 0; index < 25; index += 1) rememberSubmission(receiptOf(index), `🥋 ${index}`);
  expect(reload().map(({ receipt }) => receipt)).toEqual(
    Array.from({ length: 20 }, (_, index) => receiptOf(24 - index)),
  );
  expect(submissions()[0]).toMatchObject({ status: 'pending', text: '🥋 24' });
  // The same submission was sent again by another tab.
  rememberSubmission(receiptOf(24), '🥋 24');
  expect(submissions()).toHaveLength(20);
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
  expect(
    reload().map(({ text, status, reason, joke_id }) => [text, status, reason, joke_id]),
  ).toEqual([
    ['', 'removed', 'personal_data', null],
    ['Fact 4', 'unknown', null, null],
    ['Fact 3', 'removed', null, null],
    ['Fact 2', 'rejected', 'duplicate', null],
    ['Fact 1', 'approved', null, 17],
  ]);
  expect(submissions()[4]?.submitted_at).toBe(Date.parse(SUBMITTED_AT));
  expect(await checkAll(answers)).not.toContain(`/api/v1/submissions/${receiptOf(5)}`);
});

test(
  'a decision is news once: asked for once a visit, until the list is seen, and only with submissions that are pending',
  { tags: 'U22' },
  async () => {
    let answers: unknown[] = [];
    await using server = await startApiServer((exchange) => {
      const answer = answers.shift();
      if (answer === undefined) exchange.response.destroy();
      else sendJson(exchange, 200, answer);
    });
    vi.stubGlobal('localStorage', storage);
    /** Begins another visit. @returns about how many submissions it has asked */
    const visit = async (...next: unknown[]) => {
      vi.stubGlobal('sessionStorage', new MemoryStorage());
      const before = server.exchanges.length;
      answers = next;
      await askForDecisions();
      await askForDecisions();
      return server.exchanges.length - before;
    };
    expect(await visit()).toBe(0);
    rememberSubmission(receiptOf(1), 'Fact 1');
    rememberSubmission(receiptOf(2), 'Fact 2');
    decisionNews.save('awaited');
    expect(await visit(state('pending'), undefined)).toBe(2);
    expect(decisionNews.latest()).toBe('awaited');
    expect(await visit(state('pending'), state('approved', null, 17))).toBe(2);
    expect(decisionNews.latest()).toBe('unseen');
    seeDecisions();
    expect(decisionNews.latest()).toBe('awaited');
    expect(await visit(state('rejected'))).toBe(1);
    seeDecisions();
    expect(decisionNews.latest()).toBe('none');
    expect(await visit()).toBe(0);
  },
);
