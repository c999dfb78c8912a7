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
import { storedTexts } from '../support/api/stored-texts.ts';

const MINUTE_MS = 60 * 1_000;

const { running, time } = useOwnedSite();

describe('the administrator', () => {
  test('gets a token that expires in twelve hours', async () => {
    const answer = await logIn(running.api);
    expect(answer.body).toEqual({
      access_token: expect.stringMatching(/^[\w-]{43}\.[\w-]{43}$/),
      token_type: 'bearer',
      expires_at: new Date(time.now + 12 * 60 * MINUTE_MS).toISOString(),
    });
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
});

describe('a token', () => {
  test('is not stored anywhere', { tags: 'S7' }, async () => {
    const token = await newToken(running.api);
    const stored = JSON.stringify([...(await storedTexts(running.api.context.db))]);
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
});

describe('a password change', () => {
  const NEW = 'another good password';

  test('ends every other session immediately, but not its own', { tags: 'S7' }, async () => {
    const own = await newToken(running.api);
    const others = [await newToken(running.api), await newToken(running.api)];
    const other = await running.start();
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
});
