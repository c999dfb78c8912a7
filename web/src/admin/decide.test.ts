import { setImmediate as nextTurn } from 'node:timers/promises';
import { onlineManager } from '@tanstack/react-query';
import { ApiError, type ChangeReceipt, type ErrorCode } from 'functions/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { askToSignIn, signInAdmin, signOut, useSession } from '../stores/session.ts';
import { useAdministrator } from '../testing/administrator.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { approval, type SeenJoke } from './changes.ts';
import { decide, retryDelay, undo } from './decide.ts';
import { dropDecisions, undoable, useDecisions } from './decisions.ts';
import { noticeOf } from './notices.ts';

const client = createQueryClient();

const fact = (joke_id: number) =>
  ({
    joke_id,
    joke_text: 'Chuck Norris counted to infinity. Twice.',
    status: 'pending',
    text_hash: 'a'.repeat(16),
  }) satisfies SeenJoke;
const states = () => useDecisions.getState().entries.map(({ progress }) => progress.is);
const notices = () => useDecisions.getState().entries.map((entry) => noticeOf(entry)?.text);

/** The answer to a decision about fact no. 5. @param error why it was refused */
const receipt = (status: 'approved' | 'rejected' | 'pending', error?: string): ChangeReceipt => ({
  change_id: error === undefined ? 'c'.repeat(20) : null,
  results: [
    {
      joke_id: 5,
      joke: { ...fact(5), status, tags: [], safe: true, tagged: false },
      ...(error && { error }),
    },
  ],
  totals: { approved: 1, pending: 1, rejected: 0 },
});
const answer = (exchange: Exchange, ...said: Parameters<typeof receipt>) =>
  sendJson(exchange, 200, receipt(...said));

/** Starts a server that answers nothing by itself. */
async function startServer() {
  const server = await startApiServer(() => undefined);
  const request = async (nth: number): Promise<Exchange> => {
    await expect.poll(() => server.exchanges.length).toBeGreaterThanOrEqual(nth);
    const exchange = server.exchanges[nth - 1];
    if (!exchange) throw new Error(`There is no request ${nth}.`);
    return exchange;
  };
  return Object.assign(server, { request });
}

const keyOf = ({ request }: Exchange) => request.headers['idempotency-key'];
const ended = (count: number) =>
  expect
    .poll(() => states().filter((is) => is === 'answered' || is === 'refused').length)
    .toBe(count);

useAdministrator();
afterEach(() => {
  dropDecisions();
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

test(
  'a decision is sent until it is answered, by a request that ends with its page',
  { tags: 'U15' },
  async () => {
    await using server = await startServer();
    const fetching = vi.spyOn(globalThis, 'fetch');
    const end = decide(client, approval([fact(5)]));
    const first = await server.request(1);
    expect(states()).toEqual(['sent']);
    expect(fetching.mock.calls[0]?.[1]?.keepalive).toBe(false);
    answer(first, 'approved');
    expect((await end)?.is).toBe('answered');
    expect(states()).toEqual(['answered']);
    fetching.mockRestore();
  },
);

test(
  'without a connection nothing leaves, and what is undone then is never sent',
  { tags: 'U15' },
  async () => {
    await using server = await startServer();
    onlineManager.setOnline(false);
    const change = approval([fact(5)]);
    const end = decide(client, change);
    const kept = decide(client, approval([fact(6)]));
    // Whatever leaves has left.
    await nextTurn();
    expect(states()).toEqual(['waiting', 'waiting']);
    undo(client, change);
    expect(notices()[0]).toBe('Undone. Fact no. 5 is pending.');
    onlineManager.setOnline(true);
    expect(await end).toBeUndefined();
    const { body } = await server.request(1);
    expect(body).toContain('"joke_id":6');
    const [only] = server.exchanges;
    if (only) answer(only, 'approved');
    await kept;
    expect(server.exchanges).toHaveLength(1);
  },
);

test(
  'the undo of a decision that was sent waits for its answer, and says nothing before its own',
  { tags: 'U15' },
  async () => {
    await using server = await startServer();
    const change = approval([fact(5)]);
    void decide(client, change);
    const first = await server.request(1);
    undo(client, change);
    expect(undoable(useDecisions.getState())).toEqual([]);
    expect([states(), notices()[1]]).toEqual([['sent', 'waiting'], 'Undoing fact no. 5…']);
    answer(first, 'approved');
    const second = await server.request(2);
    expect(second.request.url).toBe(`/api/v1/admin/changes/${'c'.repeat(20)}/undo`);
    expect(notices()[1]).toBe('Undoing fact no. 5…');
    answer(second, 'pending');
    await ended(2);
    expect(notices()[1]).toBe('Undone. Fact no. 5 is pending.');
  },
);

test(
  'the undo of a decision that is refused meanwhile is neither sent nor confirmed',
  { tags: 'U15' },
  async () => {
    await using server = await startServer();
    const change = approval([fact(5)]);
    void decide(client, change);
    const first = await server.request(1);
    undo(client, change);
    answer(first, 'rejected', 'Already rejected by ada.');
    await expect.poll(states).toEqual(['refused']);
    expect([notices(), server.exchanges.length]).toEqual([['Error: Already rejected by ada.'], 1]);
  },
);

test.each([
  ['403', 'forbidden', 1],
  ['409', 'conflict', 0],
] as const)(
  'an undo that is refused with %s can be tried again as often as it may succeed: %s',
  { tags: 'U15' },
  async (status, _code: ErrorCode, left) => {
    await using server = await startServer();
    const change = approval([fact(5)]);
    void decide(client, change);
    answer(await server.request(1), 'approved');
    await ended(1);
    undo(client, change);
    sendJson(await server.request(2), Number(status), { detail: 'No.' });
    await expect.poll(() => notices().at(-1)).toBe('Error: No.');
    expect(undoable(useDecisions.getState())).toHaveLength(left);
  },
);

test(
  'a decision whose answer is lost is sent again with its key, and only then its undo and the next one',
  { tags: ['U15', 'S11'] },
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await using server = await startServer();
    const change = approval([fact(5)]);
    void decide(client, change);
    const first = await server.request(1);
    first.response.destroy();
    await failed();
    expect(states()).toEqual(['sent']);
    undo(client, change);
    void decide(client, approval([fact(6)]));
    expect(states()).toEqual(['sent', 'waiting', 'waiting']);
    vi.advanceTimersByTime(1_000);
    const again = await server.request(2);
    expect(keyOf(again)).toBe(keyOf(first));
    answer(again, 'approved');
    answer(await server.request(3), 'pending');
    answer(await server.request(4), 'approved');
    await ended(3);
    expect(server.exchanges.map(({ request }) => request.url?.endsWith('/undo'))).toEqual([
      false,
      false,
      true,
      false,
    ]);
  },
);

test(
  'a decision that the server could not store has not been sent, so that its undo removes it',
  { tags: 'U15' },
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await using server = await startServer();
    const change = approval([fact(5)]);
    const end = decide(client, change);
    sendJson(await server.request(1), 503, { detail: 'The database is down.' });
    await failed();
    expect(states()).toEqual(['waiting']);
    undo(client, change);
    vi.advanceTimersByTime(1_000);
    expect(await end).toBeUndefined();
    expect(server.exchanges).toHaveLength(1);
  },
);

test('what was said of a refused decision leaves with the next one', { tags: 'U15' }, async () => {
  await using server = await startServer();
  void decide(client, approval([fact(5)]));
  answer(await server.request(1), 'rejected', 'Already rejected by ada.');
  await expect.poll(states).toEqual(['refused']);
  void decide(client, approval([fact(6)]));
  expect(notices()).toEqual([
    undefined,
    'Approved fact no. 6. “Chuck Norris counted to infinity. Twice.”',
  ]);
  answer(await server.request(2), 'approved');
  await ended(2);
});

const failed = () =>
  expect.poll(() => useDecisions.getState().entries[0]?.progress).toHaveProperty('failure');

/** Ends the session with one decision that is not sent. */
async function endSession() {
  const server = await startServer();
  void decide(client, approval([fact(5)]));
  sendJson(await server.request(1), 401, { detail: 'Your session has ended.' });
  await expect.poll(states).toEqual(['waiting']);
  expect(useSession.getState()).toMatchObject({ is: 'ended', asks: true });
  return server;
}

test(
  'after a sign-in that was canceled nothing is sent and nothing asks again, until the account has signed in',
  { tags: ['U15', 'U21'] },
  async () => {
    await using server = await endSession();
    askToSignIn(false);
    void decide(client, approval([fact(6)]));
    expect([states(), server.exchanges.length]).toEqual([['waiting', 'waiting'], 1]);
    expect(useSession.getState()).toMatchObject({ is: 'ended', asks: false });
    signInAdmin('next', 'chuck');
    const again = await server.request(2);
    expect([again.request.headers.authorization, keyOf(again)]).toEqual([
      'Bearer next',
      keyOf(await server.request(1)),
    ]);
    answer(again, 'approved');
    answer(await server.request(3), 'approved');
    await ended(2);
  },
);

test.each([
  ['another account signs in', () => signInAdmin('other', 'ada')],
  ['the account is signed out in another tab', () => signOut()],
])(
  'unsent decisions are dropped, and the screen says how many, when %s',
  { tags: ['U15', 'S7'] },
  async (_event, leave) => {
    await using server = await endSession();
    leave();
    expect(useDecisions.getState()).toMatchObject({
      entries: [],
      lost: { count: 1, account: 'chuck' },
    });
    // One that follows is the other account's.
    signInAdmin('other', 'ada');
    void decide(client, approval([fact(6)]));
    answer(await server.request(2), 'approved');
    await ended(1);
    expect(useDecisions.getState()).toMatchObject({ account: 'ada', lost: null });
  },
);

test(
  'a decision is sent again after a second, then less often, and not before the server wants it',
  { tags: 'U15' },
  () => {
    const unreachable = new ApiError('unavailable', 'No.');
    expect([0, 1, 2, 9].map((failures) => retryDelay(failures, unreachable))).toEqual([
      1_000, 2_000, 4_000, 15_000,
    ]);
    const refused = new ApiError('too_many_requests', 'Too many.', { retryAfter: 60 });
    expect(retryDelay(0, refused)).toBe(60_000);
  },
);
