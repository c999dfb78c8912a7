import { createServer } from 'node:net';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Answer } from '../../support/api-site.ts';
import { me, WITH_SIGN_IN } from '../../support/api/admin-steps.ts';
import { useGoogleAccounts } from '../../support/api/google-accounts.ts';
import { useApi } from '../../support/api/use-api.ts';

const ADMIN_EMAIL = 'admin@example.com';

const google = useGoogleAccounts();
// The accounts' tokens are valid by the clock of the Auth emulator.
const running = useApi([], { ...WITH_SIGN_IN, clock: Date.now });

beforeEach(async () => {
  const { users } = await google.auth.listUsers();
  await google.auth.deleteUsers(users.map(({ uid }) => uid));
});

/** The client's claims about itself, which the API does not trust. */
const claimed = {
  uid: 'somebody-else',
  email: ADMIN_EMAIL,
  displayName: 'The Boss',
  photoURL: null,
  emailVerified: true,
};

function recordSignIn(bearer: string): Promise<Answer> {
  return running.api.request('/auth/google', { method: 'POST', bearer, body: claimed });
}

/** Signs in the administrator's account, which sets its claim, and refreshes its token. */
async function signInAsAdmin() {
  const session = await google.signIn({ email: ADMIN_EMAIL });
  await recordSignIn(session.idToken);
  return { ...session, idToken: await google.refresh(session) };
}

describe("an administrator's Google account", { tags: 'S1' }, () => {
  test('gets the claim, and is an administrator once its token is refreshed; the log has neither', async () => {
    const session = await google.signIn({ email: 'Admin@Example.com', name: 'Walker' });
    expect((await me(running.api, session.idToken)).status).toBe(403);
    expect(await recordSignIn(session.idToken)).toMatchObject({
      status: 200,
      body: {
        user: { uid: session.uid, displayName: 'Walker', emailVerified: true },
        is_admin: true,
        refresh_token: true,
      },
    });
    const idToken = await google.refresh(session);
    expect(await me(running.api, idToken)).toMatchObject({
      status: 200,
      body: { username: ADMIN_EMAIL, provider: 'google' },
    });
    expect((await recordSignIn(idToken)).body).toMatchObject({
      is_admin: true,
      refresh_token: false,
    });
    await running.loggedRequests(4);
    const logged = JSON.stringify(running.logged);
    for (const secret of [session.uid, session.idToken, idToken, 'xample.com', 'Walker']) {
      expect(logged).not.toContain(secret);
    }
  });

  test(
    'is refused immediately after logout, even in the second of its sign-in',
    { tags: 'X10' },
    async () => {
      const second = () => Math.floor(Date.now() / 1_000);
      for (let turn = 0, isSame = false; turn < 5 && !isSame; turn += 1) {
        const before = second();
        const { idToken } = await signInAsAdmin();
        isSame = second() === before;
        const logout = { method: 'POST', bearer: idToken };
        expect((await running.api.request('/admin/logout', logout)).status).toBe(200);
        expect((await me(running.api, idToken)).status).toBe(401);
        expect((await recordSignIn(idToken)).status).toBe(401);
      }
    },
  );
});

describe('another Google account', { tags: 'S1' }, () => {
  test('has the profile from Firebase, not from the client, and is not stored', async () => {
    const { uid, idToken } = await google.signIn({ email: 'fan@example.com', name: 'A Fan' });
    // After that, an instance has written its snapshot.
    await running.api.request('/jokes');
    await running.api.idle();
    running.site.firestore.resetRecords();
    expect((await recordSignIn(idToken)).body).toEqual({
      user: {
        uid,
        email: 'fan@example.com',
        displayName: 'A Fan',
        photoURL: null,
        emailVerified: true,
      },
      is_admin: false,
      refresh_token: false,
    });
    expect(running.site.firestore.totals().writes).toBe(0);
    expect((await google.auth.getUser(uid)).customClaims).toBeUndefined();
    expect((await me(running.api, idToken)).status).toBe(403);
  });
});

test('while Firebase Auth is down, nobody can sign in', { tags: 'S18' }, async () => {
  const { idToken } = await signInAsAdmin();
  const silent = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = `127.0.0.1:${port ?? 1}`;
  await running.restart();
  const answers = [await me(running.api, idToken), await recordSignIn(idToken)];
  process.env['FIREBASE_AUTH_EMULATOR_HOST'] = google.host;
  silent.close();
  for (const answer of answers) {
    expect(answer).toMatchObject({ status: 503, body: { detail: expect.any(String) } });
    expect(answer.headers.get('retry-after')).toBe('10');
  }
});
