import { QueryClient } from '@tanstack/react-query';
import {
  ERROR_STATUS,
  moderation,
  undoing,
  type ErrorCode,
  type Moderation,
} from 'functions/contract';
import { expect, test } from 'vitest';
import { retryNow } from './retry.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { auditEntry, exampleJoke } from '../testing/jokes.ts';
import type { Decision } from './changes.ts';
import { createOutbox } from './outbox.ts';

const UNAVAILABLE = { code: 'unavailable', message: 'The database is down.' } as const;
const PENDING = {
  joke_id: 1,
  status: 'pending',
  joke_text: '',
  tags: [],
  safe: true,
  text_hash: '',
} as const;
const TOTALS = { approved: 0, pending: 0, rejected: 0 };

const hashOf = (jokeId: number) => String(jokeId).padStart(16, '-');

function decisions(
  action: Decision['action'],
  ids: readonly number[],
  reason?: 'duplicate',
): Decision[] {
  return ids.map((joke_id) => ({
    action,
    joke_id,
    expected: { status: 'pending', text_hash: hashOf(joke_id) },
    ...(reason && { reason }),
  }));
}

const entryOf = (jokeId: number) => String(jokeId).padStart(20, 'E');
const latestOf = (jokeId: unknown) => String(jokeId).padStart(20, 'L');

/** An outbox whose server answers each call when the test says so. */
async function setUp() {
  const calls: Exchange[] = [];
  const decided: [id: number, made: boolean][] = [];
  const refused: number[] = [];
  const undone: string[][] = [];
  const server = await startApiServer((exchange) => {
    const { pathname, searchParams } = new URL(exchange.request.url ?? '', 'http://localhost');
    const [, call = ''] = /\/admin\/(\w+)/.exec(decodeURIComponent(pathname)) ?? [];
    if (call === 'moderate') calls.push(exchange);
    if (call === 'edit') sendJson(exchange, 503, { detail: UNAVAILABLE.message });
    if (call === 'audit') {
      const entry = auditEntry(latestOf(searchParams.get('joke_id')));
      sendJson(exchange, 200, { entries: [entry], next: null });
    }
    if (call !== 'undo') return;
    const { audit_ids } = undoing.parse(JSON.parse(exchange.body));
    undone.push(audit_ids);
    const results = audit_ids.map((audit_id) => ({ audit_id, joke: PENDING }));
    sendJson(exchange, 200, { results, totals: TOTALS });
  });
  const outbox = createOutbox(new QueryClient());
  const decide = (...all: Decision[]) => {
    for (const each of all) {
      void outbox.decide(each).then(
        (result) => result && decided.push([result.joke_id, result.made]),
        () => refused.push(each.joke_id),
      );
    }
  };
  /** Waits for the next call and answers it. */
  const answer = async (failure?: { code: ErrorCode; message: string }): Promise<Moderation> => {
    await expect.poll(() => calls.length, { interval: 2 }).toBeGreaterThan(0);
    const call = calls.shift();
    if (!call) throw new Error('There is no call.');
    const body = moderation.parse(JSON.parse(call.body));
    const results = body.joke_ids.map((joke_id) => ({
      joke_id,
      status: 'approved',
      audit_id: joke_id === LOST ? null : entryOf(joke_id),
    }));
    if (failure) sendJson(call, ERROR_STATUS[failure.code], { detail: failure.message });
    else sendJson(call, 200, { results, totals: TOTALS });
    return body;
  };
  const state = outbox.useStatus.getState;
  const problem = () => expect.poll(() => state().problem, { interval: 2 }).toBeDefined();
  const done = () => expect.poll(() => state().unsent, { interval: 2 }).toBe(0);
  return {
    outbox,
    decide,
    calls,
    answer,
    decided,
    refused,
    undone,
    state,
    problem,
    done,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

/** A joke whose entry in the log is not in the answer. */
const LOST = 77;

test('decisions are sent in order, equal ones that wait together in one call, of at most 100', async () => {
  await using site = await setUp();
  const { decide, answer, decided, done } = site;
  const many = Array.from({ length: 130 }, (_, index) => 100 + index);
  decide(...decisions('approve', [1, 2]), ...decisions('reject', [4]));
  decide(...decisions('reject', [5], 'duplicate'), ...decisions('approve', many));
  const sent = [];
  for (let call = 0; call < 5; call += 1) sent.push(await answer());
  expect(sent.map(({ action, reason, joke_ids }) => [action, reason, joke_ids])).toEqual([
    ['approve', undefined, [1, 2]],
    ['reject', undefined, [4]],
    ['reject', 'duplicate', [5]],
    ['approve', undefined, many.slice(0, 100)],
    ['approve', undefined, many.slice(100)],
  ]);
  // What the moderator saw goes with each.
  expect(sent.map(({ expected }) => expected)).toEqual(
    sent.map(({ joke_ids }) =>
      joke_ids.map((id) => ({ joke_id: id, status: 'pending', text_hash: hashOf(id) })),
    ),
  );
  await done();
  expect(decided.map(([id]) => id)).toEqual([1, 2, 4, 5, ...many]);
});

test('after a failure that may have taken effect, decisions are sent again, nothing overtakes them, and what was decided then counts as made', async () => {
  await using site = await setUp();
  const { decide, calls, answer, decided, state, problem, done } = site;
  decide(...decisions('approve', [LOST]));
  await answer(UNAVAILABLE);
  await problem();
  decide(...decisions('reject', [2]));
  expect(state()).toMatchObject({ unsent: 2, problem: UNAVAILABLE });
  expect(calls).toHaveLength(0);
  retryNow();
  expect((await answer()).joke_ids).toEqual([LOST]);
  expect((await answer()).joke_ids).toEqual([2]);
  await done();
  decide(...decisions('approve', [LOST]));
  await answer();
  await done();
  expect(state()).toEqual({ unsent: 0, problem: undefined });
  expect(decided).toEqual([
    [LOST, true],
    [2, true],
    [LOST, false],
  ]);
});

test('a decision that was not sent is withdrawn, and another one is undone by its entry in the log', async () => {
  await using site = await setUp();
  const { outbox, decide, answer, decided, undone, problem, done } = site;
  const [first, second] = [...decisions('approve', [LOST]), ...decisions('reject', [2])];
  if (!first || !second) throw new Error('There are two decisions.');
  decide(first);
  await answer(UNAVAILABLE);
  await problem();
  decide(second);
  expect(await outbox.undo([second])).toEqual([undefined]);
  const later = outbox.undo([first]);
  retryNow();
  await answer();
  expect(await later).toMatchObject([{ joke: { status: 'pending' } }]);
  await done();
  expect([decided, undone]).toEqual([[[LOST, true]], [[latestOf(LOST)]]]);
});

test('many changes are undone in one call, after what was decided before', async () => {
  await using site = await setUp();
  const { outbox, decide, answer, undone, problem, done } = site;
  const all = decisions('reject', [1, 2, 3], 'duplicate');
  decide(...all);
  await answer();
  await done();
  decide(...decisions('approve', [4]), ...decisions('reject', [5]));
  await answer(UNAVAILABLE);
  await problem();
  const later = outbox.undo([...all, ...decisions('approve', [6])]);
  retryNow();
  await answer();
  await answer();
  expect(await later).toMatchObject([
    ...[1, 2, 3].map((id) => ({ audit_id: entryOf(id), joke: PENDING })),
    // It was never decided.
    undefined,
  ]);
  await done();
  expect(undone).toEqual([[1, 2, 3].map(entryOf)]);
});

test('an edit waits for its turn and fails at the first failure', async () => {
  await using site = await setUp();
  const { outbox, decide, answer, decided, done } = site;
  decide(...decisions('approve', [1]));
  const edit = outbox.edit(exampleJoke({ joke_id: 1 }), { joke_text: 'Chuck Norris never fails.' });
  const failed = expect(edit).rejects.toMatchObject(UNAVAILABLE);
  await answer();
  await failed;
  await done();
  expect(decided).toEqual([[1, true]]);
});

test('after signing out, nothing that was not sent is sent', async () => {
  await using site = await setUp();
  const { outbox, decide, calls, answer, decided, problem, done } = site;
  decide(...decisions('approve', [1]));
  await answer(UNAVAILABLE);
  await problem();
  outbox.clear();
  await done();
  expect([calls, decided]).toEqual([[], []]);
});
