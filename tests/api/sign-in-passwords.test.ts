import { beforeEach, expect, test } from 'vitest';
import { passwordHasher } from '../../functions/src/features/sessions/password-hasher.ts';
import { logIn, OWNER, restartWithSignIn, setUp } from '../support/api/admin-steps.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi([aJoke(1)]);

beforeEach(() => restartWithSignIn(running, { passwords: passwordHasher }));

test(
  'every character of a long password counts, and it is stored as a bcrypt hash of cost 12',
  { tags: 'S5' },
  async () => {
    const start = 'é'.repeat(999);
    await setUp(running.api, { ...OWNER, password: `${start}a` });
    expect((await logIn(running.api, { password: `${start}b` })).status).toBe(401);
    expect((await logIn(running.api, { password: `${start}a` })).status).toBe(200);
    const stored = JSON.stringify((await running.api.context.db.doc('admins/owner').get()).data());
    expect(stored).toMatch(/"password_hash":"\$2b\$12\$/);
    expect(stored).not.toContain('ééé');
  },
);

test('an unknown user requires the same hashing as a wrong password', { tags: 'S6' }, async () => {
  await setUp(running.api);
  const cpuOf = async (username: string) => {
    const before = process.cpuUsage();
    await logIn(running.api, { username, password: 'a wrong guess' });
    return process.cpuUsage(before).user;
  };
  await cpuOf('somebody');
  const [unknown, wrong] = [await cpuOf('nobody'), await cpuOf(OWNER.username)];
  expect(unknown / wrong).toBeGreaterThan(0.3);
  expect(unknown / wrong).toBeLessThan(3);
});

test('visitors are served while passwords are hashed', { tags: 'S5' }, async () => {
  await setUp(running.api);
  await running.api.request('/jokes');
  const logins = { ended: false };
  const answers = Promise.all(
    Array.from({ length: 4 }, (_, index) => logIn(running.api, { username: `name ${index}` })),
  ).finally(() => {
    logins.ended = true;
  });
  const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
  let answered = 0;
  while (!logins.ended) {
    expect((await running.api.request('/jokes')).status).toBe(200);
    answered += 1;
  }
  await answers;
  // Hashing on the server's main thread would allow only a few responses.
  expect(answered).toBeGreaterThan(40);
  const elsewhere = process.cpuUsage(all).user - process.threadCpuUsage(own).user;
  expect(elsewhere).toBeGreaterThan(100_000);
});
