import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { askToSignIn, signInAdmin, signOut, tokensOf, useSession } from '../stores/session.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { call } from './call.ts';
import { logOut, startSession } from './session.ts';

const ADMIN = { username: 'chuck', provider: 'password' };
const session = () => useSession.getState();
const accept = (exchange: Exchange) => sendJson(exchange, 200, ADMIN);

beforeAll(startSession);

/** Finds an administrator's token in the browser's storage. */
async function findToken(answer: (exchange: Exchange) => void) {
  const server = await startApiServer(answer);
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  const tokens = { admin: 'secret', firebase: null };
  useSession.setState({ is: 'checking', tokens }, true);
  return server;
}

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test.each([401, 403])(
  'a stored token that the server rejects (%i) signs out',
  { tags: 'S7' },
  async (status) => {
    await using _server = await findToken((exchange) =>
      sendJson(exchange, status, { detail: 'No.' }),
    );
    await expect.poll(() => session().is).toBe('signed-out');
  },
);

test(
  'without an answer a stored token stays, and is verified ten seconds later',
  { tags: 'S7' },
  async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    await using server = await findToken((exchange) => {
      if (server.exchanges.length > 1) accept(exchange);
      else exchange.response.destroy();
    });
    await expect.poll(() => vi.getTimerCount()).toBe(1);
    expect(session()).toMatchObject({ is: 'checking', tokens: { admin: 'secret' } });
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expect.poll(session).toMatchObject({ is: 'admin', profile: { name: 'chuck' } });
  },
);

test('a logout while the token is verified is final', { tags: 'S7' }, async () => {
  const held: Exchange[] = [];
  await using server = await findToken((exchange) => {
    if (server.exchanges.length === 1) held.push(exchange);
    else accept(exchange);
  });
  await expect.poll(() => held.length).toBe(1);
  signOut();
  held.forEach(accept);
  // Its answer comes after the held one.
  await call('getAdmin', {}, { bearer: 'another' });
  expect(session().is).toBe('signed-out');
});

test('a logout revokes the token on the server', { tags: 'S7' }, async () => {
  await using server = await findToken(accept);
  await expect.poll(() => session().is).toBe('admin');
  logOut();
  await expect.poll(() => server.exchanges.length).toBe(2);
  const { url, headers } = server.exchanges[1]?.request ?? {};
  expect([url, headers?.authorization]).toEqual(['/api/v1/admin/logout', 'Bearer secret']);
});

/** Verifies the token, and then accepts only one from a new login. */
async function endSession() {
  const isNext = ({ request }: Exchange) => request.headers.authorization === 'Bearer next';
  const server = await findToken((exchange) => {
    if (server.exchanges.length === 1 || isNext(exchange)) accept(exchange);
    else sendJson(exchange, 401, { detail: 'Your session has ended.' });
  });
  await expect.poll(() => session().is).toBe('admin');
  return server;
}

test(
  'a call that was refused because the session has ended waits until the administrator has signed in again',
  { tags: 'U21' },
  async () => {
    await using server = await endSession();
    const called = call('getAdmin', {});
    await expect.poll(() => session().is).toBe('ended');
    signInAdmin('next', 'chuck');
    expect(await called).toEqual(ADMIN);
    expect(server.exchanges).toHaveLength(3);
  },
);

test(
  'a call is refused when the administrator does not sign in again, and so is the next one without a question',
  { tags: 'U21' },
  async () => {
    await using _server = await endSession();
    const called = call('getAdmin', {});
    await expect.poll(() => session().is).toBe('ended');
    askToSignIn(false);
    await expect(called).rejects.toMatchObject({ code: 'unauthenticated' });
    await expect(call('getAdmin', {})).rejects.toMatchObject({ code: 'unauthenticated' });
    expect(session()).toMatchObject({ is: 'ended', asks: false });
    expect(tokensOf(session()).admin).toBe('secret');
  },
);
