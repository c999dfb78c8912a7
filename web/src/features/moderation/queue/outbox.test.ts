import { ApiError, type Moderation } from 'functions/contract';
import { expect, test, vi } from 'vitest';
import { createOutbox, type Decision } from './outbox.ts';

const UNAVAILABLE = new ApiError('unavailable', 'The database is down.');

function decisions(action: Decision['action'], ids: readonly number[]): Decision[] {
  return ids.map((joke_id) => ({ joke_id, action, text_hash: `hash ${joke_id}` }));
}

/** An outbox whose server answers each call when the test says so. */
function setUp() {
  const calls: { body: Moderation; answer: (error?: unknown) => void }[] = [];
  const decided: [id: number, sentBefore: boolean][] = [];
  const refused: number[] = [];
  const states: [unsent: number, problem: unknown][] = [];
  const outbox = createOutbox({
    moderate: (body) =>
      new Promise((resolve, reject) => {
        const results = body.joke_ids.map((joke_id) => ({
          joke_id,
          status: 'approved' as const,
          audit_id: `audit-${joke_id}`,
        }));
        const totals = { approved: 0, pending: 0, rejected: 0 };
        const answer = (error?: unknown) =>
          error === undefined ? resolve({ results, totals }) : reject(error);
        calls.push({ body, answer });
      }),
    onDecided: ({ joke_id }, _result, sentBefore) => decided.push([joke_id, sentBefore]),
    onRefused: (all) => refused.push(...all.map(({ joke_id }) => joke_id)),
    onChange: (unsent, problem) => states.push([unsent, problem]),
  });
  /** Waits for the next call and answers it. */
  const answer = async (failure?: unknown): Promise<Moderation> => {
    await vi.waitUntil(() => calls.length > 0, { interval: 2 });
    const call = calls.shift();
    if (!call) throw new Error('There is no call.');
    call.answer(failure);
    return call.body;
  };
  return { outbox, calls, answer, decided, refused, last: () => states.at(-1) };
}

test('decisions are sent in order, equal ones that wait together in one call, of at most 100', async () => {
  const { outbox, answer, decided, last } = setUp();
  const many = Array.from({ length: 130 }, (_, index) => 100 + index);
  outbox.add(...decisions('approve', [1]));
  outbox.add(...decisions('approve', [2, 3]), ...decisions('reject', [4]));
  const duplicate = decisions('reject', [5]).map(
    (each) => ({ ...each, reason: 'duplicate' }) as const,
  );
  outbox.add(...duplicate, ...decisions('approve', many));
  const sent = [];
  for (let call = 0; call < 6; call += 1) sent.push(await answer());
  expect(sent.map(({ action, reason, joke_ids }) => [action, reason, joke_ids])).toEqual([
    ['approve', undefined, [1]],
    ['approve', undefined, [2, 3]],
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
  await vi.waitUntil(() => last()?.[0] === 0);
  expect(decided.map(([id]) => id)).toEqual([1, 2, 3, 4, 5, ...many]);
});

test('after a failure that may have taken effect, decisions are sent again and nothing overtakes them', async () => {
  const { outbox, answer, calls, decided, last } = setUp();
  outbox.add(...decisions('approve', [1]));
  await answer(UNAVAILABLE);
  await vi.waitUntil(() => last()?.[1] === UNAVAILABLE);
  outbox.add(...decisions('reject', [2]));
  expect(last()).toEqual([2, UNAVAILABLE]);
  expect(calls).toHaveLength(0);
  outbox.retry();
  expect((await answer()).joke_ids).toEqual([1]);
  expect((await answer()).joke_ids).toEqual([2]);
  await vi.waitUntil(() => last()?.[0] === 0);
  expect(last()).toEqual([0, undefined]);
  expect(decided).toEqual([
    [1, true],
    [2, false],
  ]);
});

test.each(['unauthenticated', 'too_many_requests'] as const)(
  'decisions wait after %s, which the moderator or time can end',
  async (code) => {
    const { outbox, answer, refused, last } = setUp();
    outbox.add(...decisions('approve', [1]));
    await answer(new ApiError(code, 'Not now.'));
    await vi.waitUntil(() => last()?.[1] !== undefined);
    outbox.retry();
    await answer();
    await vi.waitUntil(() => last()?.[0] === 0);
    expect(refused).toEqual([]);
  },
);

test('what the server refuses is reported, and the rest is sent', async () => {
  const { outbox, answer, refused, decided, last } = setUp();
  outbox.add(...decisions('approve', [1]));
  outbox.add(...decisions('reject', [2]));
  await answer(new ApiError('forbidden', 'No.'));
  await answer();
  await vi.waitUntil(() => last()?.[0] === 0);
  expect(refused).toEqual([1]);
  expect(decided).toEqual([[2, false]]);
});

test('only a decision that was not sent can be withdrawn', async () => {
  const { outbox, answer, decided, last } = setUp();
  const [first, second] = [...decisions('approve', [1]), ...decisions('approve', [2])];
  if (!first || !second) throw new Error('There are two decisions.');
  outbox.add(first);
  outbox.add(second);
  expect([outbox.withdraw(first), outbox.withdraw(second)]).toEqual([false, true]);
  await answer(UNAVAILABLE);
  await vi.waitUntil(() => last()?.[1] === UNAVAILABLE);
  expect(outbox.withdraw(first)).toBe(false);
  outbox.retry();
  await answer();
  await vi.waitUntil(() => last()?.[0] === 0);
  expect(decided).toEqual([[1, true]]);
});

test('a task waits for its turn, and one that is tried once fails at the first failure', async () => {
  const { outbox, answer, last } = setUp();
  const done: string[] = [];
  outbox.add(...decisions('approve', [1]));
  outbox.add(
    {
      once: true,
      run: () => Promise.reject(UNAVAILABLE),
      onRefused: (error) => done.push(String(error)),
    },
    { run: () => Promise.resolve(void done.push('second')), onRefused: () => undefined },
  );
  expect(done).toEqual([]);
  await answer();
  await vi.waitUntil(() => last()?.[0] === 0);
  expect(done).toEqual([String(UNAVAILABLE), 'second']);
});
