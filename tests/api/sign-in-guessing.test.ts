// @module-tag S6
import { beforeEach, describe, expect, test } from 'vitest';
import type { Context } from '../../functions/src/context.ts';
import {
  ELSEWHERE,
  instantPasswords,
  logIn,
  OWNER,
  restartWithSignIn,
  setUp,
} from './admin-steps.ts';
import { useSite } from './use-site.ts';

const MINUTE_MS = 60 * 1_000;

const running = useSite([]);
let now = 0;

const restart = (replaced: Partial<Context> = {}) =>
  restartWithSignIn(running, { clock: () => now, ...replaced });

beforeEach(async () => {
  now = Date.UTC(2026, 0, 1);
  await restart();
  await setUp(running.api);
});

describe('guessing', () => {
  const guess = (network: string, username = OWNER.username) =>
    logIn(running.api, { username, password: 'a wrong guess' }, network);

  test.each(['owner', 'nobody'])(
    'the password of %s from one network ends after five, hashed or not, with the time to wait',
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
    now += 15 * MINUTE_MS;
    expect((await logIn(running.api, {}, ELSEWHERE)).status).toBe(200);
  });

  test('does not count what was right', async () => {
    for (let login = 0; login < 40; login += 1) {
      expect((await logIn(running.api)).status).toBe(200);
    }
  });

  test('at many accounts from one network ends after 30', async () => {
    for (let account = 0; account < 30; account += 1) {
      expect((await guess(ELSEWHERE, `somebody ${account}`)).status).toBe(401);
    }
    expect((await guess(ELSEWHERE, 'somebody else')).status).toBe(429);
  });

  test('from many networks ends after 50 and does not lock the owner out', async () => {
    for (let network = 0; network < 50; network += 1) {
      expect((await guess(`10.0.0.${network}`)).status).toBe(401);
    }
    expect((await guess('10.0.1.1')).status).toBe(429);
    expect((await logIn(running.api, {}, '10.0.1.2')).status).toBe(429);
    expect((await logIn(running.api)).status).toBe(200);
  });

  test('does not count what could not be checked', async () => {
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
      expect((await guess(ELSEWHERE)).status).toBe(500);
    }
    broken = false;
    expect((await logIn(running.api, {}, ELSEWHERE)).status).toBe(200);
  });
});
