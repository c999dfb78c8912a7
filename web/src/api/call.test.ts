import { ApiError, ERROR_STATUS } from 'functions/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { sendJson, startApiServer, type Exchange } from '../testing/api-server.ts';
import { noteRequest, useConnection } from '../stores/connection.ts';
import { askToSignIn, useSession } from '../stores/session.ts';
import { call } from './call.ts';
import { isAnswer, isRefusal } from './failure.ts';

const CHUCK = { account: 'chuck', name: 'chuck', photoURL: null };

/** Signs in an administrator, without what a browser stores. */
const signIn = (admin: string) =>
  useSession.setState({ is: 'admin', tokens: { admin, firebase: null }, profile: CHUCK }, true);
const session = () => useSession.getState();

afterEach(() => useSession.setState({ is: 'signed-out', left: false }, true));

test('public reads are sent without a cookie, votes and logins with theirs', async () => {
  await using _server = await startApiServer((exchange) => sendJson(exchange, 404, { detail: '' }));
  const fetching = vi.spyOn(globalThis, 'fetch');
  const password = { username: 'chuck', password: 'wrong' };
  await call('listJokes', { query: {} }).catch(() => undefined);
  await call('rateJoke', { body: { joke_id: 7, rating_num: 4 } }).catch(() => undefined);
  await call('loginAdmin', { body: password }).catch(() => undefined);
  expect(fetching.mock.calls.map(([, init]) => [init?.credentials, init?.keepalive])).toEqual([
    ['omit', false],
    ['same-origin', true],
    ['same-origin', true],
  ]);
  fetching.mockRestore();
});

test.each(Object.entries(ERROR_STATUS))(
  'an error response %s (%i) is thrown with its detail',
  async (code, status) => {
    await using _server = await startApiServer((exchange) =>
      sendJson(exchange, status, { detail: 'Because.' }),
    );
    await expect(call('getRandomJoke', { query: {} })).rejects.toMatchObject({
      name: 'ApiError',
      code,
      detail: 'Because.',
    });
  },
);

test.each([
  [200, 'text/html', '<h1>Sign in to this network</h1>'],
  [502, 'text/html', '<h1>Oops</h1>'],
  [404, 'text/html', '<h1>Oops</h1>'],
  [404, 'application/json', '{"error":{}}'],
  [200, 'application/json', '{"jokes":'],
])(
  'what something else sends in place of the API is no answer: %i, %s, %s',
  async (status, type, text) => {
    await using _server = await startApiServer(({ response }) =>
      response.writeHead(status, { 'content-type': type }).end(text),
    );
    await expect(call('getRandomJoke', { query: {} })).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('try again later'),
    });
  },
);

test.each([
  ['of the API', 'application/json', '{"detail":"This may have been saved."}'],
  ['of Hosting', 'text/html', '<h1>Gateway Timeout</h1>'],
  ['of Hosting without a body', 'text/plain', ''],
  ['with other JSON', 'application/json', '{"error":{}}'],
])('a 504 %s is no answer: the outcome is unknown', { tags: 'S11' }, async (_whose, type, text) => {
  await using _server = await startApiServer(({ response }) =>
    response.writeHead(504, { 'content-type': type }).end(text),
  );
  const body = { joke_id: 7, rating_num: 4 };
  const error: unknown = await call('rateJoke', { body }).catch((thrown: unknown) => thrown);
  expect(error).toBeInstanceOf(ApiError);
  expect([isAnswer(error), isRefusal(error)]).toEqual([false, false]);
});

test(
  'a request without an answer of the API shows that the site can’t be reached, until another is answered',
  { tags: 'U5' },
  async () => {
    const answers = [
      ({ response }: Exchange) => void response.destroy(),
      (exchange: Exchange) => sendJson(exchange, 404, { detail: 'No.' }),
      // A portal.
      ({ response }: Exchange) =>
        void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>'),
      (exchange: Exchange) => sendJson(exchange, 200, {}),
    ];
    await using _server = await startApiServer((exchange) => answers.shift()?.(exchange));
    const known = [];
    for (let requests = 0; requests < 4; requests += 1) {
      await call('getRandomJoke', { query: {} }).catch(() => undefined);
      known.push(useConnection.getState());
    }
    expect(known).toEqual(['unreachable', 'online', 'unreachable', 'online']);
    // The service worker answers.
    useConnection.setState('offline');
    noteRequest(true);
    expect(useConnection.getState()).toBe('offline');
    useConnection.setState('online');
  },
);

test('no response before the timeout is unavailable', async () => {
  await using _server = await startApiServer(() => undefined);
  await expect(call('listJokes', { query: {} }, { timeout: 20 })).rejects.toMatchObject({
    code: 'unavailable',
    cause: { name: 'TimeoutError' },
  });
});

test('a public list is requested without a token, unless as an administrator; what is for anyone never gets one', async () => {
  await using server = await startApiServer((exchange) => sendJson(exchange, 200, {}));
  signIn('secret');
  await call('listJokes', { query: {} });
  await call('listJokes', { query: {} }, { asAdmin: true });
  await call('getRandomJoke', { query: {} }, { asAdmin: true });
  const sent = server.exchanges.map(({ request }) => request.headers.authorization);
  expect(sent).toEqual([undefined, 'Bearer secret', undefined]);
});

test.each([403, 503])('a response with status %i ends no session', async (status) => {
  await using _server = await startApiServer((exchange) =>
    sendJson(exchange, status, { detail: 'No.' }),
  );
  signIn('secret');
  await expect(call('getAdmin', {})).rejects.toMatchObject({ detail: 'No.' });
  expect(session().is).toBe('admin');
});

test('a call with a token of its own is never sent again with another one', async () => {
  await using server = await startApiServer((exchange) =>
    sendJson(exchange, 401, { detail: 'No.' }),
  );
  signIn('secret');
  await expect(call('getAdmin', {}, { bearer: 'own' })).rejects.toMatchObject({ detail: 'No.' });
  expect(session().is).toBe('admin');
  await expect(call('getAdmin', {}, { bearer: 'secret' })).rejects.toMatchObject({ detail: 'No.' });
  expect(session()).toMatchObject({ is: 'ended', asks: true });
  askToSignIn(false);
  expect(server.exchanges).toHaveLength(2);
});

test('a failed login without a token ends no session', async () => {
  await using _server = await startApiServer((exchange) =>
    sendJson(exchange, 401, { detail: 'Wrong.' }),
  );
  signIn('secret');
  const body = { username: 'chuck', password: 'wrong' };
  await expect(call('loginAdmin', { body })).rejects.toMatchObject({ detail: 'Wrong.' });
  expect(session().is).toBe('admin');
});
