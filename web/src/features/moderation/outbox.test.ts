import { ApiError, type Moderation } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { createOutbox, decisionOf, type Decision } from './outbox.ts';

const UNAVAILABLE = new ApiError('unavailable', 'The database is down.');

function decisions(
  action: Decision['action'],
  ids: readonly number[],
  reason?: 'duplicate',
): Decision[] {
  return ids.map((joke_id) =>
    decisionOf(
      { joke_id, status: 'pending', text_hash: `hash ${joke_id}` },
      { action, ...(reason && { reason }) },
    ),
  );
}

/** An outbox whose server answers each call when the test says so. */
function setUp() {
  const calls: { body: Moderation; answer: (error?: unknown) => void }[] = [];
  const decided: [id: number, made: boolean][] = [];
  const refused: number[] = [];
  const undone: string[] = [];
  let watching = false;
  const outbox = createOutbox({
    moderate: (body) =>
      new Promise((resolve, reject) => {
        const results = body.joke_ids.map((joke_id) => ({
          joke_id,
          status: 'approved' as const,
          audit_id: joke_id === LOST ? null : `audit-${joke_id}`,
        }));
        const totals = { approved: 0, pending: 0, rejected: 0 };
        const answer = (error?: unknown) =>
          error === undefined ? resolve({ results, totals }) : reject(error);
        calls.push({ body, answer });
      }),
    edit: () => Promise.reject(UNAVAILABLE),
    undo: (auditId) => {
      undone.push(auditId);
      const joke = { joke_id: 1, status: 'pending', joke_text: '', text_hash: '' } as const;
      return Promise.resolve({ ...joke, totals: { approved: 0, pending: 0, rejected: 0 } });
    },
    latest: (id) => Promise.resolve(`latest of ${id}`),
    watch: () => {
      watching = true;
      return () => {
        watching = false;
      };
    },
  });
  const decide = (...all: Decision[]) => {
    for (const each of all) {
      void outbox.decide(each).then(
        (result) => result && decided.push([result.joke_id, result.made]),
        () => refused.push(each.joke_id),
      );
    }
  };
  /** Waits for the next call and answers it. */
  const answer = async (failure?: unknown): Promise<Moderation> => {
    await vi.waitUntil(() => calls.length > 0, { interval: 2 });
    const call = calls.shift();
    if (!call) throw new Error('There is no call.');
    call.answer(failure);
    return call.body;
  };
  const state = outbox.useStatus.getState;
  const problem = () => vi.waitUntil(() => state().problem !== undefined);
  const done = () => vi.waitUntil(() => state().unsent === 0 && !watching);
  const isWatching = () => watching;
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
    isWatching,
  };
}

/** A joke whose entry in the log is not in the answer. */
const LOST = 77;

test('decisions are sent in order, equal ones that wait together in one call, of at most 100', async () => {
  const { decide, answer, decided, done } = setUp();
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
      joke_ids.map((id) => ({ joke_id: id, status: 'pending', text_hash: `hash ${id}` })),
    ),
  );
  await done();
  expect(decided.map(([id]) => id)).toEqual([1, 2, 4, 5, ...many]);
});

test('after a failure that may have taken effect, decisions are sent again, nothing overtakes them, and what was decided then counts as made', async () => {
  const { outbox, decide, answer, calls, decided, state, problem, done, isWatching } = setUp();
  decide(...decisions('approve', [LOST]));
  await answer(UNAVAILABLE);
  await problem();
  decide(...decisions('reject', [2]));
  expect([state(), isWatching()]).toEqual([{ unsent: 2, problem: UNAVAILABLE }, true]);
  expect(calls).toHaveLength(0);
  outbox.retry();
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
  const { outbox, decide, answer, decided, undone, problem, done } = setUp();
  const [first, second] = [...decisions('approve', [LOST]), ...decisions('reject', [2])];
  if (!first || !second) throw new Error('There are two decisions.');
  decide(first);
  await answer(UNAVAILABLE);
  await problem();
  decide(second);
  expect(await outbox.undo(second)).toBeUndefined();
  const later = outbox.undo(first);
  outbox.retry();
  await answer();
  expect(await later).toMatchObject({ status: 'pending' });
  await done();
  expect([decided, undone]).toEqual([[[LOST, true]], [`latest of ${LOST}`]]);
});

test('an edit waits for its turn and fails at the first failure', async () => {
  const { outbox, decide, answer, decided, done } = setUp();
  decide(...decisions('approve', [1]));
  const edit = outbox.edit({ joke_id: 1, status: 'pending' }, 'Chuck Norris never fails.');
  const failed = expect(edit).rejects.toBe(UNAVAILABLE);
  await answer();
  await failed;
  await done();
  expect(decided).toEqual([[1, true]]);
});

test('after signing out, nothing that was not sent is sent', async () => {
  const { outbox, decide, answer, calls, decided, problem, done } = setUp();
  decide(...decisions('approve', [1]));
  await answer(UNAVAILABLE);
  await problem();
  outbox.clear();
  await done();
  expect([calls, decided]).toEqual([[], []]);
});
