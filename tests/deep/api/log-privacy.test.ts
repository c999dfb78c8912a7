import { createHash, randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { submissionReceipt } from '../../../functions/src/contract/index.ts';
import type { Context } from '../../../functions/src/site.ts';
import { createReadDeadline } from '../../../functions/src/platform/read-deadline.ts';
import {
  changePassword,
  ELSEWHERE,
  HOME,
  instantPasswords,
  logIn,
  me,
  newToken,
  OWNER,
  setUp,
} from '../../support/api/admin-steps.ts';
import { useGoogleAccounts } from '../../support/api/google-accounts.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { collectLog } from '../../support/api/logged-requests.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useApi } from '../../support/api/use-api.ts';

const UNAVAILABLE = 14;
const PERMISSION_DENIED = 7;
const FACT = 'Chuck Norris signs with his own middle name.';
const EDITED = 'Chuck Norris keeps his middle name to himself.';
const NEW_PASSWORD = 'staple battery horse';
const GUESS = 'a wrong guess of it';
const VOTE_KEY = randomUUID();
const SUBMISSION_KEY = randomUUID();
const REPORT_KEY = randomUUID();
const VISITOR = '203.0.113.88';
const VISITOR_V6 = '2001:db8:77:88::1';

const logged = collectLog();
const running = useApi([aJoke(1), aJoke(2, { status: 'pending' })]);
const google = useGoogleAccounts();
useShortRetries();

const line = z.looseObject({
  severity: z.enum(['INFO', 'WARNING', 'ERROR']),
  message: z.string().check(z.minLength(1)),
});

beforeEach(async () => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'log');
  await restart();
  await setUp(running.api);
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  expect(console.log).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

async function restart(replaced: Partial<Context> = {}): Promise<void> {
  logged.forget();
  await running.restart({
    identify: undefined,
    passwords: instantPasswords,
    log: logged.log,
    // That of the Auth emulator.
    clock: Date.now,
    ...replaced,
  });
}

function rate(cookie?: string, headers: Record<string, string> = {}) {
  return running.api.request('/ratings', {
    method: 'POST',
    body: { joke_id: 1, rating_num: 5 },
    headers: {
      'x-forwarded-for': VISITOR,
      'idempotency-key': VOTE_KEY,
      ...(cookie === undefined ? {} : { cookie }),
      ...headers,
    },
  });
}

function submit(joke_text: string) {
  return running.api.request('/jokes/submit', {
    method: 'POST',
    body: { joke_text },
    headers: { 'x-forwarded-for': VISITOR_V6, 'idempotency-key': SUBMISSION_KEY },
  });
}

/** Waits for the log lines, and expects Cloud Logging's format and none of the secrets. */
async function expectNoSecrets(requests: number, secrets: readonly string[]): Promise<void> {
  await logged.requests(requests);
  const everything = logged.lines.join('\n');
  for (const written of logged.lines) line.parse(JSON.parse(written));
  for (const secret of secrets.flatMap((text) => [text, encodeURIComponent(text)])) {
    expect(everything).not.toContain(secret);
  }
}

test('the log of visitors and the administrator contains no personal data, secrets or texts', async () => {
  const first = await rate();
  const cookie = first.headers.get('set-cookie')?.split(';')[0] ?? '';
  const [voter = '', signature = ''] = cookie.replace('__session=', '').split('.');
  await rate(cookie);
  const { receipt } = submissionReceipt.parse((await submit(FACT)).body);
  const followed = await running.api.request(`/submissions/${receipt}`);
  expect(followed).toMatchObject({ status: 200, body: { status: 'pending' } });
  await running.api.request(`/submissions/${receipt}/${receipt}`);
  await running.api.request('/reports', {
    method: 'POST',
    body: { joke_id: 1, reason: 'personal_data' },
    headers: { cookie, 'idempotency-key': REPORT_KEY },
  });
  await running.api.request('/jokes?search=middle+name', { headers: { referer: '/?q=middle' } });
  await logIn(running.api, { password: GUESS }, ELSEWHERE);
  await logIn(running.api, { username: 'somebody.else' });
  const token = await newToken(running.api);
  await me(running.api, token);
  await me(running.api, `${token}x`);
  await running.api.request('/admin/edit/2', {
    method: 'PUT',
    bearer: token,
    body: { joke_text: EDITED },
  });
  await changePassword(running.api, token, NEW_PASSWORD);
  await setUp(running.api, { ...OWNER, username: 'usurper', setup_key: 'the-setup-key' });
  await running.api.request('/someone@example.org/secret-path?token=query-token');
  await expectNoSecrets(16, [
    receipt,
    REPORT_KEY,
    'personal_data',
    cookie,
    voter,
    signature,
    VOTE_KEY,
    SUBMISSION_KEY,
    token,
    VISITOR,
    VISITOR_V6,
    HOME,
    ELSEWHERE,
    '127.0.0.1',
    FACT,
    EDITED,
    'middle',
    OWNER.username,
    'usurper',
    'somebody.else',
    'the-setup-key',
    OWNER.password,
    NEW_PASSWORD,
    GUESS,
    'someone@example.org',
    'secret-path',
    'query-token',
  ]);
});

test('the log of a Google sign-in contains neither account nor token', async () => {
  const email = 'walker@example.org';
  const displayName = 'Cordell Walker';
  const { uid, idToken, refreshToken } = await google.signIn({ email, name: displayName });
  const note = (bearer: string) =>
    running.api.request('/auth/google', {
      method: 'POST',
      bearer,
      body: { uid, email, displayName, photoURL: null, emailVerified: true },
    });
  expect(await note(idToken)).toMatchObject({ status: 200 });
  await note(`${idToken}x`);
  await me(running.api, idToken);
  await expectNoSecrets(3, [uid, idToken, refreshToken, email, displayName, 'walker']);
});

test('a malformed body is refused and not logged', async () => {
  for (const body of [`{"username": "${OWNER.username}", "password": "${OWNER.password}`, '"x']) {
    const { status } = await running.api.request('/admin/setup', { method: 'POST', body });
    expect(status).toBe(422);
  }
  await running.api.request('/admin/setup', {
    method: 'POST',
    body: { password: 'p'.repeat(2e4) },
  });
  await expectNoSecrets(3, [OWNER.password, 'ppp']);
});

test('an error from Firestore is logged without the request’s content', async () => {
  const token = await newToken(running.api);
  const cookie = (await rate()).headers.get('set-cookie')?.split(';')[0] ?? '';
  const { receipt } = submissionReceipt.parse((await submit(FACT)).body);
  await restart();
  running.site.firestore.inject({ code: PERMISSION_DENIED, when: 'before', times: Infinity });
  const answers = await Promise.all([
    rate(cookie),
    running.api.request(`/submissions/${receipt}`),
    submit(FACT),
    logIn(running.api, { password: GUESS }),
    me(running.api, token),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  await expectNoSecrets(5, [
    receipt,
    cookie,
    VOTE_KEY,
    SUBMISSION_KEY,
    FACT,
    GUESS,
    OWNER.username,
    token,
    VISITOR,
    HOME,
  ]);
  expect(logged.lines.filter((text) => text.includes('PERMISSION_DENIED'))).toHaveLength(5);
});

test('failures while Firestore is down are logged without the request’s content', async () => {
  const token = await newToken(running.api);
  await restart();
  running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
  const answers = await Promise.all([me(running.api, token), me(running.api, `${token}x`)]);
  expect(answers.map(({ status }) => status)).toEqual([503, 401]);
  await expectNoSecrets(2, [token, OWNER.username, HOME]);
  expect(logged.lines.join('\n')).toContain('UNAVAILABLE');
});

test('a read that is not answered in time is logged without the request’s content', async () => {
  const token = await newToken(running.api);
  await restart({ withReadDeadline: createReadDeadline(1) });
  const release = running.api.holdCalls();
  expect((await me(running.api, token)).status).toBe(503);
  await expectNoSecrets(1, [token, OWNER.username, HOME]);
  expect(logged.lines.join('\n')).toContain('The database is not responding.');
  release();
  await running.api.idle();
});

test('an error that quotes the request is logged without the quoted text', async () => {
  const leak = (password: string) => {
    const cause = Object.assign(
      new Error(`of ${OWNER.username}: ${password}\n    at ${password}`),
      {
        code: 'EFAULT',
        request: { body: { password } },
      },
    );
    return Promise.reject(new Error(`Can't hash ${password}`, { cause }));
  };
  await restart({ passwords: { ...instantPasswords, verify: leak } });
  expect(await logIn(running.api, { password: GUESS })).toMatchObject({ status: 500 });
  await expectNoSecrets(1, [GUESS, OWNER.username, HOME]);
  expect(logged.lines.join('\n')).toMatch(/Can't hash ….*Caused by: Error \[EFAULT\]: of …/);
});

test('a malformed document is logged without its owner', async () => {
  await running.api.context.db.doc('jokes/1').update({ histogram: 'many', updated_at: new Date() });
  await restart();
  const token = await newToken(running.api);
  const id = createHash('sha256').update(token).digest('base64url');
  const { db } = running.api.context;
  await db.doc(`admins/${OWNER.username}`).update({ disabled: 'maybe' });
  expect(await me(running.api, token)).toMatchObject({ status: 401 });
  expect(await logIn(running.api)).toMatchObject({ status: 401 });
  await db.doc(`sessions/${id}`).update({ username: 7 });
  expect(await me(running.api, token)).toMatchObject({ status: 401 });
  expect(await running.api.request('/jokes/1')).toMatchObject({ status: 404 });
  await expectNoSecrets(5, [id, token, OWNER.username, OWNER.password, HOME]);
  const skipped = z.object({ document: z.string(), fields: z.array(z.string()) });
  const found = logged.lines.flatMap((text) => skipped.safeParse(JSON.parse(text)).data ?? []);
  expect(found).toEqual([
    { document: 'jokes/1', fields: ['histogram'] },
    { document: 'admins/…', fields: ['disabled'] },
    { document: 'sessions/…', fields: ['username'] },
  ]);
});
