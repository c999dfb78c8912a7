import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { serverDetailOf } from '../api/failure.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { begin, draft, submit, useSubmission } from './submission.ts';

const FACT = 'Chuck Norris can fold a round table in half.';
const receipt = { joke_id: 5, status: 'pending', receipt: 'r'.repeat(43) };

let storage = new MemoryStorage();
beforeEach(() => {
  storage = new MemoryStorage();
  begin();
});
afterEach(() => vi.unstubAllGlobals());

/** Submits these texts, of which the last is accepted. @returns their keys */
async function submitAll(...texts: readonly string[]) {
  await using server = await startApiServer((exchange: Exchange) => {
    if (server.exchanges.length === texts.length) sendJson(exchange, 201, receipt);
    else exchange.response.destroy();
  });
  vi.stubGlobal('localStorage', storage);
  for (const text of texts) await submit(text);
  expect(useSubmission.getState().phase).toBe('submitted');
  return server.exchanges.map(({ request }) => request.headers['idempotency-key']);
}

test('a text is sent again with its key, another or an accepted one with a key of its own', async () => {
  const [first, same, other] = await submitAll(FACT, ` ${FACT} `, `${FACT} Twice.`);
  expect(same).toBe(first);
  const [accepted] = await submitAll(`${FACT} Twice.`);
  expect(new Set([first, other, accepted]).size).toBe(3);
  expect(storage.items.has('submissionKey')).toBe(false);
});

test(
  'a text that may have been saved (504) stays in the form with the server’s sentence, and is sent again with its key',
  { tags: 'S11' },
  async () => {
    const detail = 'This may have been saved.';
    await using server = await startApiServer((exchange) => {
      if (server.exchanges.length === 1) sendJson(exchange, 504, { detail });
      else sendJson(exchange, 201, receipt);
    });
    vi.stubGlobal('localStorage', storage);
    draft.save(FACT);
    await submit(FACT);
    const state = useSubmission.getState();
    expect(state.phase === 'writing' && serverDetailOf(state.error, 'Failed.')).toBe(detail);
    expect(draft.latest()).toBe(FACT);
    await submit(FACT);
    expect(useSubmission.getState().phase).toBe('submitted');
    const [first, ...others] = server.exchanges.map(
      ({ request }) => request.headers['idempotency-key'],
    );
    expect(others).toEqual([first]);
  },
);
