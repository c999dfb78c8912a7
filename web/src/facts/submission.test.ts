import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { isUnfinished } from './unfinished-submission.ts';
import { begin, draft, markSeen, resumeSubmission, submit, useSubmission } from './submission.ts';

const FACT = 'Chuck Norris can fold a round table in half.';
const receipt = { joke_id: 5, status: 'pending', receipt: 'r'.repeat(43) };

let storage = new MemoryStorage();

function openPage(answer: (exchange: Exchange) => void) {
  vi.stubGlobal('document', { getElementById: () => null });
  vi.stubGlobal('localStorage', storage);
  return startApiServer(answer);
}

beforeEach(() => {
  storage = new MemoryStorage();
  vi.stubGlobal('localStorage', storage);
  draft.save('');
  markSeen();
  begin();
});
afterEach(() => vi.unstubAllGlobals());

const keys = (exchanges: readonly Exchange[]) =>
  exchanges.map(({ request }) => request.headers['idempotency-key']);
const breakConnection = ({ response }: Exchange) => void response.destroy();
const refuse = (exchange: Exchange) => sendJson(exchange, 429, { detail: 'Too many.' });
const accept = (exchange: Exchange) => sendJson(exchange, 201, receipt);

/** Answers the requests in this order. */
function inOrder(...answers: readonly ((exchange: Exchange) => void)[]) {
  let index = 0;
  return (exchange: Exchange) => (answers[index++] ?? accept)(exchange);
}

test('another text, and a text that was refused or accepted, gets a key of its own', async () => {
  await using server = await openPage(inOrder(breakConnection, refuse, accept));
  for (const text of [FACT, `${FACT} Twice.`, `${FACT} Twice.`]) await submit(text);
  begin();
  await submit(`${FACT} Twice.`);
  expect(new Set(keys(server.exchanges)).size).toBe(4);
});

test('a later page sends an unanswered text again, unless the draft has changed', async () => {
  await using server = await openPage(inOrder(breakConnection));
  draft.save(FACT);
  await submit(FACT);
  draft.save(`${FACT} Twice.`);
  resumeSubmission();
  expect(useSubmission.getState().phase).toBe('writing');
  draft.save(FACT);
  resumeSubmission();
  await expect
    .poll(() => useSubmission.getState())
    .toMatchObject({ phase: 'submitted', joke_id: 5 });
  const [first, ...others] = keys(server.exchanges);
  expect(others).toEqual([first]);
});

test('without storage a retry uses the same key', async () => {
  await using server = await openPage(inOrder(breakConnection));
  storage.full = true;
  await submit(FACT);
  await submit(FACT);
  const [first, ...others] = keys(server.exchanges);
  expect(others).toEqual([first]);
});

test.each([
  '',
  '{',
  'null',
  '5',
  '{"key":1,"input":{"body":{"joke_text":"x"}}}',
  '{"joke_id":"5"}',
])('a corrupt stored submission is ignored: %j', (text) => {
  storage.items.set('submissionAttempt', text);
  storage.items.set('unseenSubmission', text);
  expect(isUnfinished()).toBe(false);
});
