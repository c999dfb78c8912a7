// @module-tag S11
import { describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-site.ts';
import {
  changePassword,
  instantPasswords,
  logIn,
  me,
  OWNER,
  setUp,
  tokenOf,
} from '../../support/api/admin-steps.ts';
import { expectSuccessOr503, failEachCall, faults } from '../../support/api/fault-trials.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';

useShortRetries();

const site = { jokes: [], replaced: { identify: undefined, passwords: instantPasswords } };

const statusOf = async (answer: Promise<Answer>) => (await answer).status;

describe.each(faults)('$name $when any single Firestore call', (fault) => {
  test('of a setup: the site is set up and its administrator can sign in, or it is not set up', () =>
    failEachCall(fault, {
      ...site,
      act: (api) => setUp(api),
      async check(api, answer) {
        expectSuccessOr503(answer);
        const claimed = (await api.context.db.doc('setup/first-admin').get()).exists;
        if (answer.status === 201) expect(claimed).toBe(true);
        expect(await statusOf(logIn(api))).toBe(claimed ? 200 : 401);
      },
    }));

  test('of a login: it returns a valid token or none', () =>
    failEachCall(fault, {
      ...site,
      async prepare(api) {
        await setUp(api);
        return '';
      },
      act: (api) => logIn(api),
      async check(api, answer) {
        expectSuccessOr503(answer);
        if (answer.status === 200) expect(await statusOf(me(api, tokenOf(answer)))).toBe(200);
      },
    }));

  test('of a password change: either the old or the new password is valid', () =>
    failEachCall(fault, {
      ...site,
      async prepare(api) {
        await setUp(api);
        return tokenOf(await logIn(api));
      },
      act: (api, token) => changePassword(api, token, 'a new password'),
      async check(api, answer, token) {
        expectSuccessOr503(answer);
        const withOld = await statusOf(logIn(api, { password: OWNER.password }));
        const withNew = await statusOf(logIn(api, { password: 'a new password' }));
        expect([withOld, withNew].toSorted((a, b) => a - b)).toEqual([200, 401]);
        if (answer.status === 200) expect(withNew).toBe(200);
        expect(await statusOf(me(api, token))).toBe(200);
      },
    }));
});
