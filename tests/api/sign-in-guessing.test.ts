// @module-tag S6
import { describe, expect, test } from 'vitest';
import { ApiError } from '../../functions/src/contract/index.ts';
import { cookieOf } from '../support/api-site.ts';
import {
  changePassword,
  ELSEWHERE,
  HOME,
  instantPasswords,
  logIn,
  OWNER,
  tokenOf,
  useOwnedSite,
} from '../support/api/admin-steps.ts';

const MINUTE_MS = 60 * 1_000;

const { running, time } = useOwnedSite();

const guess = (
  network: string,
  { username = OWNER.username, mark }: { username?: string; mark?: string } = {},
) => logIn(running.api, { username, password: 'a wrong guess' }, network, mark);

async function statusesOf(count: number, each: (index: number) => ReturnType<typeof guess>) {
  const answers = await Promise.all(Array.from({ length: count }, (_, index) => each(index)));
  return answers.map(({ status }) => status).toSorted((a, b) => a - b);
}
const TEN_OF_ELEVEN = [...Array.from({ length: 10 }, () => 401), 429];

describe('password guessing', () => {
  test.each(['owner', 'nobody'])(
    'for %s is limited to ten attempts, hashed or not; the refusal says when to try again',
    async (username) => {
      let hashed = 0;
      await running.restart({
        passwords: {
          ...instantPasswords,
          async verify(_password, find) {
            await find();
            hashed += 1;
            return undefined;
          },
        },
      });
      const elsewhere = (index: number) => guess(`10.0.${index}.1`, { username });
      expect(await statusesOf(11, elsewhere)).toEqual(TEN_OF_ELEVEN);
      expect(hashed).toBe(10);
      time.now += 4 * MINUTE_MS;
      const refused = await guess(ELSEWHERE, { username });
      expect(refused).toMatchObject({
        status: 429,
        body: { detail: 'Too many requests. Try again in 11 minutes.' },
      });
      expect(refused.headers.get('retry-after')).toBe('660');
      time.now += 11 * MINUTE_MS;
      expect((await guess(ELSEWHERE, { username })).status).toBe(401);
    },
  );

  test('for many accounts is limited to 30 attempts a day from one network', async () => {
    const answers = await statusesOf(30, (index) =>
      guess(`2001:db8:1:${index}::1`, { username: `somebody ${index}` }),
    );
    expect(new Set(answers)).toEqual(new Set([401]));
    time.now += 15 * MINUTE_MS;
    expect(await guess('2001:db8:1:999::1', { username: 'somebody else' })).toMatchObject({
      status: 429,
      body: { detail: 'Too many requests. Try again in 24 hours.' },
    });
    expect((await guess('2001:db8:2::1', { username: 'somebody else' })).status).toBe(401);
  });

  test('is limited to 300 attempts a day from one IPv6 /32', async () => {
    const from = (network: number) =>
      guess(`2001:db8:${network}::1`, { username: `user ${network}` });
    expect(new Set(await statusesOf(300, from))).toEqual(new Set([401]));
    expect((await from(300)).status).toBe(429);
    expect((await guess('2001:db9::1', { username: 'user 300' })).status).toBe(401);
  });

  test('is not counted if it finds no place among those that wait to be hashed', async () => {
    let isFull = true;
    await running.restart({
      passwords: {
        ...instantPasswords,
        verify(...given) {
          if (isFull) return Promise.reject(new ApiError('unavailable', 'Too many.'));
          return instantPasswords.verify(...given);
        },
      },
    });
    // An instance reads the catalog once.
    await running.api.request('/jokes');
    await running.api.idle();
    running.site.firestore.resetRecords();
    expect(new Set(await statusesOf(40, () => guess(HOME)))).toEqual(new Set([503]));
    expect(running.site.firestore.totals().reads).toBe(0);
    isFull = false;
    expect((await logIn(running.api, {}, HOME)).status).toBe(200);
  });

  test('is an error in the log after 100 attempts in an hour, once', async () => {
    await statusesOf(150, (index) => guess(`10.0.${index}.1`));
    expect(running.logged.filter(({ severity }) => severity === 'ERROR')).toEqual([
      expect.objectContaining({ message: expect.stringContaining('Somebody guesses passwords') }),
    ]);
  });

  test('by five others does not keep the owner out, wherever that is', async () => {
    expect(await statusesOf(5, (index) => guess(`10.0.${index}.1`))).not.toContain(429);
    expect((await logIn(running.api, {}, ELSEWHERE)).status).toBe(200);
  });

  test('by any number of others does not keep out a browser that has signed in before', async () => {
    const first = await logIn(running.api);
    expect(first.headers.get('cache-control')).toMatch(/^private/);
    expect(first.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__session=[^;]+; Max-Age=\d+; Path=\/api\/v1\/admin\/login; .*HttpOnly/,
      ),
    ]);
    await statusesOf(40, () => guess(HOME));
    expect((await logIn(running.api)).status).toBe(429);
    const second = await logIn(running.api, {}, HOME, cookieOf(first));
    expect(second.status).toBe(200);
    expect((await logIn(running.api, {}, ELSEWHERE, cookieOf(second))).status).toBe(200);
  });

  test('is limited in such a browser, too', async () => {
    const mark = cookieOf(await logIn(running.api));
    expect(await statusesOf(11, () => guess(HOME, { mark }))).toEqual(TEN_OF_ELEVEN);
    expect((await logIn(running.api, {}, ELSEWHERE, mark)).status).toBe(429);
    time.now += 15 * MINUTE_MS;
    expect((await logIn(running.api, {}, ELSEWHERE, mark)).status).toBe(200);
  });

  test('is not helped by a forged mark or one from before a password change', async () => {
    const answer = await logIn(running.api);
    const [former, token] = [cookieOf(answer), tokenOf(answer)];
    const password = 'another good password';
    const changed = await changePassword(running.api, token, password);
    await statusesOf(11, () => guess(HOME));
    for (const mark of [former, former.replace(/^...../, 'AAAAA'), 'x', `${former}.x`]) {
      expect((await logIn(running.api, { password }, HOME, mark)).status).toBe(429);
    }
    expect((await logIn(running.api, { password }, HOME, cookieOf(changed))).status).toBe(200);
  });

  test('at the current password by a session has a limit of its own', async () => {
    const token = tokenOf(await logIn(running.api));
    await statusesOf(40, () => guess(HOME));
    const change = (current?: string) =>
      changePassword(running.api, token, 'another good password', current);
    for (let turn = 0; turn < 10; turn += 1) {
      expect(await change(`a wrong guess ${turn}`)).toMatchObject({
        status: 403,
        body: { detail: 'Current password is incorrect.' },
      });
    }
    expect(await change()).toMatchObject({ status: 429 });
    time.now += 15 * MINUTE_MS;
    expect((await change()).status).toBe(200);
  });
});
