import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  changePassword,
  logIn,
  me,
  newToken,
  OWNER,
  tokenOf,
  useOwnedSite,
} from '../support/api/admin-steps.ts';
import { useShortRetries } from '../support/api/short-retries.ts';

const UNAVAILABLE = 14;
const MINUTE_MS = 60 * 1_000;

const { running, time } = useOwnedSite();
useShortRetries();

/** All stored documents as one text. */
async function everythingStored(): Promise<string> {
  const collections = await running.api.context.db.listCollections();
  const snapshots = await Promise.all(collections.map((collection) => collection.get()));
  return JSON.stringify(
    snapshots.map(({ docs }) => docs.map((document) => [document.id, document.data()])),
  );
}

describe('the administrator', () => {
  test('gets a token that expires in twelve hours', async () => {
    const answer = await logIn(running.api);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}$/),
      token_type: 'bearer',
      expires_at: new Date(time.now + 12 * 60 * MINUTE_MS).toISOString(),
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    expect(await me(running.api, tokenOf(answer))).toMatchObject({
      status: 200,
      body: { username: 'owner', provider: 'password' },
    });
  });

  test.each([{ username: 'nobody' }, { password: 'wrong password' }, { username: 'OWNER' }])(
    'cannot sign in with %j',
    { tags: 'S6' },
    async (wrong) => {
      expect(await logIn(running.api, wrong)).toMatchObject({
        status: 401,
        body: { detail: 'Incorrect username or password.' },
      });
    },
  );

  test('may not sign in while disabled, and existing sessions end', { tags: 'S7' }, async () => {
    const token = await newToken(running.api);
    await running.api.context.db.doc('admins/owner').update({ disabled: true });
    expect((await me(running.api, token)).status).toBe(401);
    expect((await logIn(running.api)).status).toBe(401);
  });

  test('may not sign in if it came by an invitation, and existing sessions end', async () => {
    const token = await newToken(running.api);
    const account = running.api.context.db.doc('admins/owner');
    await account.update({ role: 'moderator' });
    expect((await me(running.api, token)).status).toBe(401);
    expect((await changePassword(running.api, token, 'another good password')).status).toBe(401);
    expect(await logIn(running.api)).toMatchObject({
      status: 401,
      body: { detail: 'Incorrect username or password.' },
    });
    await account.update({ role: 'owner' });
    expect((await me(running.api, token)).status).toBe(200);
  });

  test('is signed out once deleted', async () => {
    const token = await newToken(running.api);
    await running.api.context.db.doc('admins/owner').delete();
    expect((await me(running.api, token)).status).toBe(401);
  });
});

describe('a token', () => {
  test('is not stored anywhere', { tags: 'S7' }, async () => {
    const token = await newToken(running.api);
    const stored = await everythingStored();
    expect(stored).toContain(createHash('sha256').update(token).digest('base64url'));
    expect(stored).not.toContain(token);
  });

  test('ends with its logout, without ending other tokens', { tags: 'S7' }, async () => {
    const [token, other] = [await newToken(running.api), await newToken(running.api)];
    const answer = await running.api.request('/admin/logout', { method: 'POST', bearer: token });
    expect(answer).toMatchObject({ status: 200, body: { success: true } });
    expect((await me(running.api, token)).status).toBe(401);
    expect((await me(running.api, other)).status).toBe(200);
  });

  test('ends after 30 minutes without use', { tags: 'S7' }, async () => {
    const token = await newToken(running.api);
    time.now += 30 * MINUTE_MS - 1;
    expect((await me(running.api, token)).status).toBe(200);
    time.now += 30 * MINUTE_MS - 1;
    expect((await me(running.api, token)).status).toBe(200);
    time.now += 30 * MINUTE_MS;
    expect((await me(running.api, token)).status).toBe(401);
  });

  test('ends after twelve hours, even if it is used', { tags: 'S7' }, async () => {
    const token = await newToken(running.api);
    for (let minutes = 20; minutes < 12 * 60; minutes += 20) {
      time.now += 20 * MINUTE_MS;
      expect((await me(running.api, token)).status).toBe(200);
    }
    time.now += 20 * MINUTE_MS;
    expect((await me(running.api, token)).status).toBe(401);
  });

  test('costs two reads per request and one write per minute', async () => {
    const token = await newToken(running.api);
    running.site.firestore.resetRecords();
    await me(running.api, token);
    expect(running.site.firestore.totals()).toMatchObject({ reads: 2, writes: 0 });
    time.now += MINUTE_MS;
    await me(running.api, token);
    await me(running.api, token);
    expect(running.site.firestore.totals()).toMatchObject({ writes: 1 });
  });

  test('is refused while Firestore is down', { tags: 'S18' }, async () => {
    const token = await newToken(running.api);
    running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
    const answers = await Promise.all([me(running.api, token), logIn(running.api)]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(answers[0]?.headers.get('retry-after')).toMatch(/^\d+$/);
    running.site.firestore.clearFaults();
    await running.api.idle();
    expect((await me(running.api, token)).status).toBe(200);
  });
});

describe('a password change', () => {
  const NEW = 'another good password';

  test('ends every other session immediately, but not its own', { tags: 'S7' }, async () => {
    const own = await newToken(running.api);
    const others = [await newToken(running.api), await newToken(running.api)];
    const other = await running.site.start({ identify: undefined, clock: () => time.now });
    expect(await changePassword(running.api, own, NEW)).toMatchObject({
      status: 200,
      body: { success: true },
    });
    expect((await me(other, own)).status).toBe(200);
    for (const token of others) expect((await me(other, token)).status).toBe(401);
    expect((await logIn(other, { password: OWNER.password })).status).toBe(401);
    await other.stop();
    expect((await logIn(running.api, { password: NEW })).status).toBe(200);
  });

  test('needs the current password', async () => {
    const token = await newToken(running.api);
    expect(await changePassword(running.api, token, NEW, 'not this one')).toMatchObject({
      status: 403,
      body: { detail: 'Current password is incorrect.' },
    });
    expect((await logIn(running.api)).status).toBe(200);
  });

  test.each(['seven77', 'x'.repeat(1_001)])(
    'refuses the new password %s',
    { tags: 'S5' },
    async (password) => {
      const token = await newToken(running.api);
      expect((await changePassword(running.api, token, password)).status).toBe(422);
    },
  );

  test('by two sessions simultaneously succeeds once', async () => {
    const [one, two] = [await newToken(running.api), await newToken(running.api)];
    const answers = await Promise.all([
      changePassword(running.api, one, `${NEW} 1`),
      changePassword(running.api, two, `${NEW} 2`),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});
