// @module-tag S6
import { beforeEach, describe, expect, test } from 'vitest';
import { ApiError } from '../../functions/src/contract/index.ts';
import { PERIOD_MS, TURNS_PER_PERIOD } from '../../functions/src/features/sessions/guess-line.ts';
import { createPasswordQueue } from '../../functions/src/features/sessions/password-hasher.ts';
import {
  changePassword,
  ELSEWHERE,
  HOME,
  instantPasswords,
  logIn,
  markOf,
  OWNER,
  tokenOf,
  useOwnedSite,
} from '../support/api/admin-steps.ts';
import { CONTENDS, needsEmbedded } from '../support/official-firestore.ts';

const MINUTE_MS = 60 * 1_000;

const { running, time, restart } = useOwnedSite();

describe('password guessing', () => {
  const guess = (network: string, username = OWNER.username) =>
    logIn(running.api, { username, password: 'a wrong guess' }, network);

  test.each(['owner', 'nobody'])(
    'for %s from one network is limited to five attempts, hashed or not, with Retry-After',
    async (username) => {
      let hashed = 0;
      await restart({
        passwords: {
          ...instantPasswords,
          verify() {
            hashed += 1;
            return Promise.resolve(false);
          },
        },
      });
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => guess(ELSEWHERE, username)),
      );
      expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
      expect(hashed).toBe(5);
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused).toHaveLength(15);
      expect(refused[0]?.headers.get('retry-after')).toBe('900');
    },
  );

  test('is possible again after 15 minutes', async () => {
    for (let attempt = 0; attempt < 6; attempt += 1) await guess(ELSEWHERE);
    expect((await logIn(running.api, {}, ELSEWHERE)).status).toBe(429);
    time.now += 15 * MINUTE_MS;
    expect((await logIn(running.api, {}, ELSEWHERE)).status).toBe(200);
  });

  test('is not counted for correct passwords', async () => {
    for (let login = 0; login < 40; login += 1) {
      expect((await logIn(running.api)).status).toBe(200);
    }
  });

  test('for many accounts is limited to 30 attempts a day from one network and 120 from its /48', async () => {
    const answers: number[] = [];
    for (let turn = 0; turn < 120; turn += TURNS_PER_PERIOD) {
      const guesses = Array.from({ length: TURNS_PER_PERIOD }, (_, index) => {
        const network = turn < 30 ? 0 : turn + index;
        return guess(`2001:db8:1:${network}::1`, `somebody ${turn + index}`);
      });
      answers.push(...(await Promise.all(guesses)).map(({ status }) => status));
      time.now += PERIOD_MS;
    }
    expect(answers).toEqual(Array.from({ length: 120 }, () => 401));
    for (const network of ['2001:db8:1:0::1', '2001:db8:1:999::1']) {
      const refused = await guess(network, 'somebody else');
      expect(refused.status).toBe(429);
      expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(20 * 60 * 60);
    }
    expect((await guess('2001:db8:2::1', 'somebody else')).status).toBe(401);
  });

  test('is not counted for passwords that could not be checked', async () => {
    let broken = true;
    await restart({
      passwords: {
        ...instantPasswords,
        verify: (password, hash) =>
          broken
            ? Promise.reject(new Error('out of order'))
            : instantPasswords.verify(password, hash),
      },
    });
    for (let attempt = 0; attempt < 6; attempt += 1) {
      expect((await guess(HOME)).status).toBe(500);
    }
    broken = false;
    expect((await logIn(running.api)).status).toBe(200);
  });

  test('is counted for passwords that were not checked in time', { tags: 'X6' }, async () => {
    const late = new ApiError('unavailable', 'Too many people are signing in.', {
      retryAfter: 5,
      shed: true,
    });
    await restart({ passwords: { ...instantPasswords, verify: () => Promise.reject(late) } });
    const statuses: number[] = [];
    for (let count = 0; count < 6; count += 1) statuses.push((await guess(HOME)).status);
    expect(statuses).toEqual([503, 503, 503, 503, 503, 429]);
  });

  describe('by somebody who claims the address of the owner', () => {
    const guessFive = async (mark?: string) => {
      const wrong = { password: 'a wrong guess' };
      const guesses = Array.from({ length: 6 }, () => logIn(running.api, wrong, HOME, mark));
      return (await Promise.all(guesses)).map(({ status }) => status).toSorted((a, b) => a - b);
    };
    const FIVE = [401, 401, 401, 401, 401, 429];

    test('does not prevent the owner from signing in with a browser that has done so before', async () => {
      const first = await logIn(running.api);
      expect(first.headers.get('cache-control')).toMatch(/^private/);
      expect(first.headers.getSetCookie()).toEqual([
        expect.stringMatching(
          /^__session=[^;]+; Max-Age=\d+; Path=\/api\/v1\/admin\/login; .*HttpOnly/,
        ),
      ]);
      expect(await guessFive()).toEqual(FIVE);
      expect((await logIn(running.api)).status).toBe(429);
      const second = await logIn(running.api, {}, HOME, markOf(first));
      expect(second.status).toBe(200);
      expect((await logIn(running.api, {}, ELSEWHERE, markOf(second))).status).toBe(200);
    });

    test('is limited in such a browser, too', async () => {
      const mark = markOf(await logIn(running.api));
      expect(await guessFive(mark)).toEqual(FIVE);
      expect((await logIn(running.api, {}, ELSEWHERE, mark)).status).toBe(429);
      time.now += 15 * MINUTE_MS;
      expect((await logIn(running.api, {}, ELSEWHERE, mark)).status).toBe(200);
    });

    test('is not helped by a forged mark or one from before a password change', async () => {
      const answer = await logIn(running.api);
      const [former, token] = [markOf(answer), tokenOf(answer)];
      const changed = await changePassword(running.api, token, 'another good password');
      const password = 'another good password';
      await guessFive();
      for (const mark of [former, former.replace(/^...../, 'AAAAA'), 'x', `${former}.x`]) {
        expect((await logIn(running.api, { password }, HOME, mark)).status).toBe(429);
      }
      expect((await logIn(running.api, { password }, HOME, markOf(changed))).status).toBe(200);
    });
  });

  test('at the current password by a session has a limit of its own and waits for nobody', async () => {
    const token = tokenOf(await logIn(running.api));
    const everyone = Array.from({ length: 30 }, (_, index) => guess(`10.0.${index}.1`));
    expect((await Promise.all(everyone)).some(({ status }) => status === 429)).toBe(true);
    const change = (current?: string) =>
      changePassword(running.api, token, 'another good password', current, '192.0.2.1');
    for (let turn = 0; turn < 5; turn += 1) {
      expect((await change(`a wrong guess ${turn}`)).status).toBe(403);
    }
    expect(await change()).toMatchObject({ status: 429 });
    time.now += 15 * MINUTE_MS;
    expect((await change()).status).toBe(200);
  });

  describe('by 100 attackers on 100 networks, continuously,', { tags: 'X6' }, () => {
    beforeEach(() => needsEmbedded(CONTENDS));
    const everyone = () =>
      Promise.all(Array.from({ length: 100 }, (_, index) => guess(`10.0.${index}.1`)));
    const NEW = '192.0.2.1';

    test('does not prevent the owner from signing in from a known network', async () => {
      const queue = createPasswordQueue();
      const hashing = Promise.withResolvers<void>();
      let asked = 0;
      await restart({
        passwords: {
          ...instantPasswords,
          verify(password, hash, urgent = false) {
            asked += 1;
            return queue(async () => {
              await hashing.promise;
              return instantPasswords.verify(password, hash);
            }, urgent);
          },
        },
      });
      const guesses = everyone();
      await expect.poll(() => asked).toBe(TURNS_PER_PERIOD);
      const owner = logIn(running.api);
      await expect.poll(() => asked).toBe(TURNS_PER_PERIOD + 1);
      hashing.resolve();
      expect((await owner).status).toBe(200);
      expect((await guesses).map(({ status }) => status).toSorted((a, b) => a - b)).toEqual(
        Array.from({ length: 100 }, (_, index) => (index < TURNS_PER_PERIOD ? 401 : 429)),
      );
    });

    test('lets the owner sign in from a new network at the announced time, within 75 s for each', async () => {
      const other = await running.site.start({
        identify: undefined,
        passwords: instantPasswords,
        clock: () => time.now,
      });
      await everyone();
      const refused = await logIn(running.api, {}, NEW);
      expect(refused.status).toBe(429);
      const wait = Number(refused.headers.get('retry-after')) * 1_000;
      expect(wait).toBeLessThanOrEqual((101 * PERIOD_MS) / TURNS_PER_PERIOD + PERIOD_MS);
      const turn = time.now + wait;
      time.now += wait / 2;
      await everyone();
      expect((await logIn(other, {}, NEW)).headers.get('retry-after')).toBe(
        String(Math.ceil((turn - time.now) / 1_000)),
      );
      time.now = turn;
      await everyone();
      expect((await logIn(other, {}, NEW)).status).toBe(200);
      expect((await logIn(running.api, {}, NEW)).status).toBe(200);
      await other.stop();
    });
  });
});
