import { QueryClient } from '@tanstack/react-query';
import { changeRequest, ERROR_STATUS, type ErrorCode } from 'functions/contract';
import { expect, test } from 'vitest';
import { retryNow } from './retry.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { newChange, newDecision, type Change } from './changes.ts';
import { createOutbox } from './outbox.ts';

const UNAVAILABLE = { code: 'unavailable', message: 'The database is down.' } as const;
const TOTALS = { approved: 0, pending: 0, rejected: 0 };

const hashOf = (jokeId: number) => String(jokeId).padStart(16, '-');
const changeIdOf = (jokeId: number) => String(jokeId).padStart(20, 'C');

/** A decision about pending jokes. */
function decision(action: 'approve' | 'reject', ...ids: number[]): Change {
  const jokes = ids.map((joke_id) => ({
    joke_id,
    status: 'pending' as const,
    text_hash: hashOf(joke_id),
  }));
  return newDecision(action, jokes);
}

/** An outbox whose server answers each change when the test says so. */
async function setUp() {
  const calls: Exchange[] = [];
  const settled: string[] = [];
  const undone: string[] = [];
  const server = await startApiServer((exchange) => {
    const { pathname } = new URL(exchange.request.url ?? '', 'http://localhost');
    const [, id] = /\/admin\/changes\/(\w+)\/undo$/.exec(pathname) ?? [];
    if (id === undefined) {
      calls.push(exchange);
      return;
    }
    undone.push(id);
    sendJson(exchange, 200, { change_id: changeIdOf(0), results: [], totals: TOTALS });
  });
  const outbox = createOutbox(new QueryClient());
  const send = (...changes: Change[]) => {
    for (const change of changes) {
      const ids = change.items.map(({ joke_id }) => joke_id).join();
      void outbox.send(change).then(
        (receipt) => settled.push(receipt ? `made ${ids}` : `withdrawn ${ids}`),
        () => settled.push(`refused ${ids}`),
      );
    }
  };
  /** Waits for the next change and answers it. Returns it with its key. */
  const answer = async (failure?: { code: ErrorCode; message: string }) => {
    await expect.poll(() => calls.length, { interval: 2 }).toBeGreaterThan(0);
    const call = calls.shift();
    if (!call) throw new Error('There is no call.');
    const { action, items } = changeRequest.parse(JSON.parse(call.body));
    const [first] = items;
    if (failure) sendJson(call, ERROR_STATUS[failure.code], { detail: failure.message });
    else {
      const change_id = changeIdOf(first?.joke_id ?? 0);
      sendJson(call, 200, { change_id, results: [], totals: TOTALS });
    }
    return { action, items, key: call.request.headers['idempotency-key'] };
  };
  const state = outbox.useStatus.getState;
  const problem = () => expect.poll(() => state().problem, { interval: 2 }).toBeDefined();
  const done = () => expect.poll(() => state().unsent, { interval: 2 }).toBe(0);
  return {
    outbox,
    send,
    calls,
    answer,
    settled,
    undone,
    state,
    problem,
    done,
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  };
}

test('changes are sent in order, each in one call that says what the moderator saw', async () => {
  await using site = await setUp();
  const { send, answer, settled, done } = site;
  const changes = [decision('approve', 1, 2), decision('approve', 3), decision('reject', 4)];
  send(...changes);
  for (const { action, items, key } of changes) {
    expect(await answer()).toEqual({ action, items, key });
  }
  expect(changes[0]?.items.map(({ expected }) => expected)).toEqual([
    { status: 'pending', text_hash: hashOf(1) },
    { status: 'pending', text_hash: hashOf(2) },
  ]);
  await done();
  expect(settled).toEqual(['made 1,2', 'made 3', 'made 4']);
});

test('after a failure that may have taken effect a change is sent again with the same key, nothing overtakes it, and a refusal ends it', async () => {
  await using site = await setUp();
  const { send, calls, answer, settled, state, problem, done } = site;
  send(decision('approve', 1));
  const { key } = await answer(UNAVAILABLE);
  await problem();
  send(decision('reject', 2));
  expect(state()).toMatchObject({ unsent: 2, problem: UNAVAILABLE });
  expect(calls).toHaveLength(0);
  retryNow();
  expect(await answer()).toMatchObject({ items: [{ joke_id: 1 }], key });
  expect(await answer({ code: 'conflict', message: 'No.' })).toMatchObject({
    items: [{ joke_id: 2 }],
  });
  await done();
  expect(state()).toEqual({ unsent: 0, problem: undefined });
  expect(settled).toEqual(['made 1', 'refused 2']);
});

test('a change that was not sent is withdrawn, and another one is undone after its answer, with all its jokes', async () => {
  await using site = await setUp();
  const { outbox, send, answer, settled, undone, problem, done } = site;
  const [first, second] = [decision('approve', 1, 2), decision('reject', 3)];
  send(first);
  await answer(UNAVAILABLE);
  await problem();
  send(second);
  expect(await outbox.undo(second)).toBeUndefined();
  const later = outbox.undo(first);
  retryNow();
  await answer();
  expect(await later).toMatchObject({ totals: TOTALS });
  // It was never made.
  expect(await outbox.undo(decision('approve', 4))).toBeUndefined();
  await done();
  expect([settled, undone]).toEqual([['withdrawn 3', 'made 1,2'], [changeIdOf(1)]]);
});

test('an edit waits for its turn and fails at the first failure', async () => {
  await using site = await setUp();
  const { outbox, send, answer, settled, done } = site;
  send(decision('approve', 1));
  const patch = { joke_text: 'Chuck Norris never fails.' };
  const edit = outbox.send(newChange('edit', [{ joke_id: 1, expected: {}, patch }]), true);
  const failed = expect(edit).rejects.toMatchObject(UNAVAILABLE);
  await answer();
  await answer(UNAVAILABLE);
  await failed;
  await done();
  expect(settled).toEqual(['made 1']);
});

test('after signing out, nothing that was not sent is sent', async () => {
  await using site = await setUp();
  const { outbox, send, calls, answer, settled, problem, done } = site;
  send(decision('approve', 1));
  await answer(UNAVAILABLE);
  await problem();
  outbox.clear();
  await done();
  expect([calls, settled]).toEqual([[], []]);
});
