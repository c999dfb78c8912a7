import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as z from 'zod';
import { submissionReceipt } from '../../../functions/src/contract/index.ts';
import {
  changePassword,
  ELSEWHERE,
  HOME,
  logIn,
  me,
  newToken,
  OWNER,
  WITH_SIGN_IN,
  setUp,
} from '../../support/api/admin-steps.ts';
import { cookieOf, type RequestOptions } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useApi } from '../../support/api/use-api.ts';

const PERMISSION_DENIED = 7;
const FACT = 'Chuck Norris signs with his own middle name.';
const EDITED = 'Chuck Norris keeps his middle name to himself.';
const NEW_PASSWORD = 'staple battery horse';
const GUESS = 'a wrong guess of it';
const KEYS = { vote: randomUUID(), submission: randomUUID(), report: randomUUID() };
const VISITOR = '203.0.113.88';
const VISITOR_V6 = '2001:db8:77:88::1';
/** What no line may contain. */
const SECRETS = [
  ...Object.values(KEYS),
  VISITOR,
  VISITOR_V6,
  HOME,
  ELSEWHERE,
  '127.0.0.1',
  FACT,
  EDITED,
  'middle',
  'personal_data',
  OWNER.username,
  OWNER.password,
  NEW_PASSWORD,
  GUESS,
  'usurper',
  'the-setup-key',
  'someone@example.org',
  'secret-path',
  'query-token',
];

const running = useApi([aJoke(1), aJoke(2, { status: 'pending' })], WITH_SIGN_IN);
useShortRetries();

const line = z.looseObject({
  severity: z.enum(['INFO', 'WARNING', 'ERROR']),
  message: z.string().check(z.minLength(1)),
});

beforeEach(async () => {
  vi.spyOn(console, 'error');
  vi.spyOn(console, 'log');
  await setUp(running.api);
});
afterEach(() => {
  expect(console.error).not.toHaveBeenCalled();
  expect(console.log).not.toHaveBeenCalled();
  vi.restoreAllMocks();
});

const post = (path: string, body: unknown, options: RequestOptions = {}) =>
  running.api.request(path, { method: 'POST', body, ...options });

const rate = (cookie?: string) =>
  post('/ratings', { joke_id: 1, rating_num: 5 }, { network: VISITOR, key: KEYS.vote, cookie });

const submit = () =>
  post('/jokes/submit', { joke_text: FACT }, { network: VISITOR_V6, key: KEYS.submission });

/** Waits for the log lines, and expects Cloud Logging's format and no secrets, these included. */
async function expectNoSecrets(requests: number, ...secrets: readonly string[]): Promise<void> {
  await running.loggedRequests(requests);
  for (const written of running.logged) line.parse(written);
  const everything = JSON.stringify(running.logged);
  for (const secret of [...SECRETS, ...secrets]) {
    for (const form of [secret, encodeURIComponent(secret)]) {
      expect(everything).not.toContain(form);
    }
  }
}

test('the log of visitors and the administrator contains no personal data, secrets or texts', async () => {
  const cookie = cookieOf(await rate());
  const [voter = '', signature = ''] = cookie.split('.');
  await rate(cookie);
  const { receipt } = submissionReceipt.parse((await submit()).body);
  await running.api.request(`/submissions/${receipt}`);
  await running.api.request(`/submissions/${receipt}/${receipt}`);
  const report = { joke_id: 1, reason: 'personal_data' };
  await post('/reports', report, { cookie, key: KEYS.report });
  await running.api.request('/jokes?search=middle+name', { headers: { referer: '/?q=middle' } });
  await logIn(running.api, { password: GUESS }, ELSEWHERE);
  await logIn(running.api, { username: 'usurper' });
  const token = await newToken(running.api);
  await me(running.api, token);
  await me(running.api, `${token}x`);
  const edit = { method: 'PUT', bearer: token, body: { joke_text: EDITED } };
  await running.api.request('/admin/edit/2', edit);
  await changePassword(running.api, token, NEW_PASSWORD);
  await setUp(running.api, { ...OWNER, username: 'usurper', setup_key: 'the-setup-key' });
  await post('/admin/setup', `{"username": "${OWNER.username}", "password": "${OWNER.password}`);
  await running.api.request('/someone@example.org/secret-path?token=query-token');
  await expectNoSecrets(17, receipt, cookie, voter, signature, token);
});

test('an error from Firestore is logged without the request’s content', async () => {
  const token = await newToken(running.api);
  const cookie = cookieOf(await rate());
  const { receipt } = submissionReceipt.parse((await submit()).body);
  await running.restart();
  running.logged.length = 0;
  running.site.firestore.inject({ code: PERMISSION_DENIED, when: 'before', times: Infinity });
  const answers = await Promise.all([
    rate(cookie),
    running.api.request(`/submissions/${receipt}`),
    submit(),
    logIn(running.api, { password: GUESS }),
    me(running.api, token),
  ]);
  expect(answers.map(({ status }) => status)).toEqual([500, 500, 500, 500, 500]);
  await expectNoSecrets(5, receipt, cookie, token);
  const faults = running.logged.filter((entry) =>
    JSON.stringify(entry).includes('PERMISSION_DENIED'),
  );
  expect(faults).toHaveLength(5);
});
