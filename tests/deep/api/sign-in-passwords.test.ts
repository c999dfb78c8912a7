import { beforeEach, expect, test } from 'vitest';
import {
  passwordHasher,
  type PasswordHasher,
} from '../../../functions/src/sessions/password-hasher.ts';
import { logIn, OWNER, restartWithSignIn, setUp } from '../../support/api/admin-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';

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
  const verified: string[] = [];
  const passwords: PasswordHasher = {
    ...passwordHasher,
    verify(password, hash, urgent) {
      verified.push(hash);
      return passwordHasher.verify(password, hash, urgent);
    },
  };
  await restartWithSignIn(running, { passwords });
  await setUp(running.api);
  for (const username of ['nobody', OWNER.username]) {
    verified.length = 0;
    expect((await logIn(running.api, { username, password: 'a wrong guess' })).status).toBe(401);
    expect(verified).toEqual([expect.stringMatching(/^\$2b\$12\$.{53}$/)]);
  }
});
