// @module-tag S11
import { describe, expect, test } from 'vitest';
import { openSite, type Answer, type Instance, type Site } from '../site.ts';
import {
  changePassword,
  instantPasswords,
  logIn,
  me,
  OWNER,
  setUp,
  tokenOf,
} from './admin-steps.ts';

const faults = [
  { name: 'ABORTED', code: 10 },
  { name: 'UNAVAILABLE', code: 14 },
  { name: 'DEADLINE_EXCEEDED', code: 4 },
].flatMap((fault) => (['before', 'after'] as const).map((when) => ({ ...fault, when })));

const start = (site: Site) => site.start({ identify: undefined, passwords: instantPasswords });

/** What is prepared, what is done with the nth call failing, and what must hold then. */
interface Trial {
  prepare: (api: Instance) => Promise<string>;
  act: (api: Instance, token: string) => Promise<Answer>;
  check: (api: Instance, answer: Answer, token: string) => Promise<void>;
}

async function tryOnce({ prepare, act, check }: Trial, fault?: object): Promise<number> {
  const site = await openSite();
  const token = await prepare(await start(site));
  const api = await start(site);
  site.firestore.resetRecords();
  if (fault) site.firestore.inject({ code: 10, when: 'before', ...fault });
  const answer = await act(api, token);
  const { calls } = site.firestore.totals();
  site.firestore.clearFaults();
  if (answer.status === 503) expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
  await check(api, answer, token);
  await site.stop();
  return calls;
}

async function failEachCall(fault: (typeof faults)[number], trial: Trial): Promise<void> {
  const calls = await tryOnce(trial);
  expect(calls).toBeGreaterThan(1);
  const { code, when } = fault;
  await Promise.all(
    Array.from({ length: calls }, (_, index) => tryOnce(trial, { code, when, nth: index + 1 })),
  );
}

const statusOf = async (answer: Promise<Answer>) => (await answer).status;

describe.each(faults)('$name $when any one Firestore call', (fault) => {
  test.concurrent(
    'of a setup: the site is claimed and its administrator signs in, or it is not claimed',
    () =>
      failEachCall(fault, {
        prepare: () => Promise.resolve(''),
        act: (api) => setUp(api),
        async check(api, answer) {
          expect([201, 503]).toContain(answer.status);
          const claimed = (await api.context.db.doc('setup/first-admin').get()).exists;
          if (answer.status === 201) expect(claimed).toBe(true);
          expect(await statusOf(logIn(api))).toBe(claimed ? 200 : 401);
        },
      }),
  );

  test.concurrent('of a login: the token is good, or none is given', () =>
    failEachCall(fault, {
      async prepare(api) {
        await setUp(api);
        return '';
      },
      act: (api) => logIn(api),
      async check(api, answer) {
        expect([200, 503]).toContain(answer.status);
        if (answer.status === 200) expect(await statusOf(me(api, tokenOf(answer)))).toBe(200);
      },
    }),
  );

  test.concurrent('of a password change: the old or the new password is good, never both', () =>
    failEachCall(fault, {
      async prepare(api) {
        await setUp(api);
        return tokenOf(await logIn(api));
      },
      act: (api, token) => changePassword(api, token, 'a new password'),
      async check(api, answer, token) {
        expect([200, 503]).toContain(answer.status);
        const withOld = await statusOf(logIn(api, { password: OWNER.password }));
        const withNew = await statusOf(logIn(api, { password: 'a new password' }));
        expect([withOld, withNew].toSorted((a, b) => a - b)).toEqual([200, 401]);
        if (answer.status === 200) expect(withNew).toBe(200);
        expect(await statusOf(me(api, token))).toBe(200);
      },
    }),
  );
});
