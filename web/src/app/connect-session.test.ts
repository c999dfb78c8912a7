import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { call } from '../api/call.ts';
import { signInAdmin, signOut, useSession } from '../stores/session.ts';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { MemoryStorage } from '../testing/memory-storage.ts';
import { connectSession } from './connect-session.ts';

const ADMIN = { username: 'chuck', provider: 'password' };
const session = () => useSession.getState();
const accept = (exchange: Exchange) => sendJson(exchange, 200, ADMIN);

beforeAll(connectSession);

/** Finds an administrator's token in the browser's storage. */
async function findToken(answer: (exchange: Exchange) => void) {
  const server = await startApiServer(answer);
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('sessionStorage', new MemoryStorage());
  const tokens = { admin: 'secret', firebase: null };
  useSession.setState({ ...useSession.getInitialState(), status: 'checking', tokens });
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
    await expect.poll(() => session().status).toBe('signed-out');
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
    await expect.poll(() => session().checkFailed).toBe(true);
    expect(session()).toMatchObject({ status: 'checking', tokens: { admin: 'secret' } });
    vi.advanceTimersByTime(10_000);
    vi.useRealTimers();
    await expect.poll(() => session().profile?.name).toBe('chuck');
    expect(session().status).toBe('signed-in');
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
  expect(session().status).toBe('signed-out');
});

test(
  'a call that was refused because the session has ended waits until the administrator has signed in again',
  { tags: 'U21' },
  async () => {
    const isNext = ({ request }: Exchange) => request.headers.authorization === 'Bearer next';
    await using server = await findToken((exchange) => {
      if (server.exchanges.length === 1 || isNext(exchange)) accept(exchange);
      else sendJson(exchange, 401, { detail: 'Your session has ended.' });
    });
    await expect.poll(() => session().status).toBe('signed-in');
    useSession.setState({ asksAgain: true });
    const called = call('getAdmin', {});
    await expect.poll(() => session().expired).toBe(true);
    signInAdmin('next', 'chuck');
    expect(await called).toEqual(ADMIN);
    expect(server.exchanges).toHaveLength(3);
  },
);
