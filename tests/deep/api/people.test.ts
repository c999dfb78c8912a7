import { expect, describe, test } from 'vitest';
import { describeClient } from '../../../functions/src/features/sessions/sessions.service.ts';
import {
  accept,
  ELSEWHERE,
  HOME,
  invite,
  logIn,
  markOf,
  me,
  MODERATOR,
  newModerator,
  newToken,
  OWNER,
  tokenOf,
  useOwnedSite,
} from '../../support/api/admin-steps.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const GONE = { status: 403, body: { detail: expect.stringContaining('expired or was already') } };

const { running, time } = useOwnedSite();

const post = (path: string, bearer: string, body: object) =>
  running.api.request(path, { method: 'POST', bearer, body });
const people = (bearer: string) => running.api.request('/admin/people', { bearer });
const disable = (bearer: string, username: string) =>
  post('/admin/people/disable', bearer, { username });

describe('an invitation', () => {
  test('is a link whose secret is behind #, and whose hash is stored', async () => {
    const answer = await post('/admin/invitations', await newToken(running.api), {
      username: ' anna ',
    });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        username: 'anna',
        url: expect.stringMatching(/^https:\/\/[^/#?]+\/invitation#name=anna&token=[\w-]{43}$/),
        expires_at: new Date(time.now + 7 * DAY_MS).toISOString(),
      },
    });
    expect(answer.headers.get('cache-control')).toBe('private, no-store');
    const token = /[\w-]{43}$/.exec(JSON.stringify(answer.body).split('"')[7] ?? '')?.[0] ?? '?';
    const stored = await running.api.context.db.collection('invitations').get();
    expect(JSON.stringify(stored.docs.map((one) => one.data()))).not.toContain(token);
  });

  test('makes the first person who accepts it a moderator', async () => {
    const owner = await newToken(running.api);
    const link = await invite(running.api, owner, 'anna');
    expect(await accept(running.api, link)).toMatchObject({
      status: 201,
      body: { username: 'anna', provider: 'password' },
    });
    const anna = tokenOf(await logIn(running.api, MODERATOR));
    expect(await people(anna)).toMatchObject({ status: 200, body: { may_invite: false } });
    expect(await accept(running.api, link, 'another password')).toMatchObject(GONE);
    expect((await logIn(running.api, MODERATOR)).status).toBe(200);
  });

  test('of two who open it at the same time, makes one a moderator', async () => {
    const link = await invite(running.api, await newToken(running.api), 'anna');
    const answers = await Promise.all(
      ['one password', 'two passwords'].map((password) => accept(running.api, link, password)),
    );
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 403]);
  });

  test('ends after seven days, when a newer one is made, and when it is withdrawn', async () => {
    const first = await invite(running.api, await newToken(running.api), 'anna');
    time.now += 7 * DAY_MS;
    expect(await accept(running.api, first)).toMatchObject(GONE);
    const owner = await newToken(running.api);
    const second = await invite(running.api, owner, 'anna');
    const third = await invite(running.api, owner, 'anna');
    expect(await accept(running.api, second)).toMatchObject(GONE);
    expect((await disable(owner, 'anna')).status).toBe(200);
    expect(await accept(running.api, third)).toMatchObject(GONE);
  });

  test('can’t be forged or used for another name', async () => {
    const owner = await newToken(running.api);
    const link = await invite(running.api, owner, 'anna');
    const forged = 'A'.repeat(43);
    expect(await accept(running.api, { ...link, token: forged })).toMatchObject(GONE);
    expect(await accept(running.api, { ...link, username: OWNER.username })).toMatchObject(GONE);
    expect(await accept(running.api, { username: ' ', token: forged })).toMatchObject(GONE);
    expect((await me(running.api, owner)).status).toBe(200);
  });

  test('asks for a password of at least eight characters, and is not used up by a shorter one', async () => {
    const link = await invite(running.api, await newToken(running.api), 'anna');
    expect(await accept(running.api, link, 'short')).toMatchObject({
      status: 422,
      body: { detail: [{ msg: 'Password must be at least 8 characters long' }] },
    });
    expect((await accept(running.api, link)).status).toBe(201);
  });

  test('for a name that exists resets the password, ends its sessions and keeps its role', async () => {
    const owner = await newToken(running.api);
    const link = await invite(running.api, owner, OWNER.username);
    expect((await me(running.api, owner)).status).toBe(200);
    await accept(running.api, link, 'a new roundhouse');
    expect((await me(running.api, owner)).status).toBe(401);
    const again = tokenOf(await logIn(running.api, { password: 'a new roundhouse' }));
    expect(await people(again)).toMatchObject({ body: { may_invite: true } });
  });
});

describe('an owner', () => {
  test('sees everybody, and what was done to whom', async () => {
    const owner = await newToken(running.api);
    await newModerator(running.api, owner);
    time.now += 1_000;
    await invite(running.api, owner, 'ben');
    const { body } = await people(owner);
    expect(body).toMatchObject({
      people: [
        { username: 'admin@example.com', provider: 'google', role: 'owner', state: 'active' },
        { username: 'anna', role: 'moderator', state: 'active', invited_until: null },
        { username: 'owner', role: 'owner', state: 'active' },
        { username: 'ben', state: 'invited', invited_until: expect.any(String) },
      ],
      you: { username: 'owner', provider: 'password' },
      may_invite: true,
    });
    expect(JSON.stringify(body)).not.toMatch(/hash|password_id|network/);
    expect(body).toHaveProperty('log.0', {
      at: new Date(time.now).toISOString(),
      actor: { provider: 'password', username: 'owner' },
      action: 'invite',
      username: 'ben',
    });
  });

  test('disables a moderator, whose sessions end, until a new invitation', async () => {
    const owner = await newToken(running.api);
    const anna = await newModerator(running.api, owner);
    time.now += 1_000;
    expect((await disable(owner, 'anna')).status).toBe(200);
    expect((await me(running.api, anna)).status).toBe(401);
    expect((await logIn(running.api, MODERATOR)).status).toBe(401);
    expect(await people(owner)).toMatchObject({ body: { log: { 0: { action: 'disable' } } } });
    await accept(running.api, await invite(running.api, owner, 'anna'));
    expect((await logIn(running.api, MODERATOR)).status).toBe(200);
  });

  test('can’t disable their own account, which may be the last owner’s', async () => {
    const owner = await newToken(running.api);
    expect(await disable(owner, ' owner ')).toMatchObject({ status: 409 });
    expect(await disable(owner, 'nobody')).toMatchObject({ status: 404 });
    expect((await me(running.api, owner)).status).toBe(200);
  });

  test('is left when two owners disable each other at the same time', async () => {
    const one = await newToken(running.api);
    await newModerator(running.api, one, 'two');
    await running.api.context.db.doc('admins/two').update({ role: 'owner' });
    const two = tokenOf(await logIn(running.api, { ...MODERATOR, username: 'two' }));
    await Promise.all([disable(one, 'two'), disable(two, 'owner')]);
    const { docs } = await running.api.context.db
      .collection('admins')
      .where('disabled', '==', false)
      .get();
    expect(docs).toHaveLength(1);
  });

  test('ends all sessions of a moderator, who can sign in again', async () => {
    const owner = await newToken(running.api);
    const anna = await newModerator(running.api, owner);
    const body = { username: 'anna' };
    time.now += 1_000;
    expect((await post('/admin/people/end-sessions', owner, body)).status).toBe(200);
    expect((await me(running.api, anna)).status).toBe(401);
    expect((await logIn(running.api, MODERATOR)).status).toBe(200);
    expect(await people(owner)).toMatchObject({ body: { log: { 0: { action: 'end-sessions' } } } });
    expect((await post('/admin/people/end-sessions', owner, { username: 'x' })).status).toBe(404);
  });

  test('is every administrator from before there were roles', async () => {
    const { db } = running.api.context;
    const { role, ...stored } = (await db.doc('admins/owner').get()).data() ?? {};
    expect(role).toBe('owner');
    await db.doc('admins/owner').set(stored);
    expect(await people(await newToken(running.api))).toMatchObject({ body: { may_invite: true } });
  });
});

describe('a moderator', () => {
  test.each(['/admin/invitations', '/admin/people/disable', '/admin/people/end-sessions'])(
    'may not %s',
    async (path) => {
      const anna = await newModerator(running.api, await newToken(running.api));
      expect(await post(path, anna, { username: 'owner' })).toMatchObject({
        status: 403,
        body: { detail: 'Only an owner may do this.' },
      });
    },
  );
});

describe('sessions', () => {
  const AGENTS = {
    'Firefox on Windows':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
    'Edge on Windows':
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36 Edg/142.0.0.0',
    'Chrome on Android':
      'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
    'Safari on iOS':
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1',
    'Safari on macOS':
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15',
    '': 'curl/8.5.0',
  };
  test.each(Object.entries(AGENTS))('are named %s', (name, agent) => {
    expect(describeClient(agent)).toBe(name);
  });

  const list = (bearer: string) => running.api.request('/admin/sessions', { bearer });
  const end = (bearer: string, body: object) => post('/admin/sessions/end', bearer, body);
  /** Signs in with a browser a minute later. */
  async function signIn(agent: keyof typeof AGENTS, network = HOME): Promise<string> {
    time.now += 60_000;
    const body = new URLSearchParams({ ...OWNER }).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded',
      'user-agent': AGENTS[agent],
      'x-forwarded-for': network,
    };
    return tokenOf(await running.api.request('/admin/login', { method: 'POST', body, headers }));
  }

  test('are listed with where and when, the last used first', async () => {
    await signIn('Firefox on Windows', ELSEWHERE);
    const token = await signIn('Safari on iOS');
    const { body } = await list(token);
    const now = new Date(time.now).toISOString();
    const before = new Date(time.now - 60_000).toISOString();
    expect(body).toMatchObject({
      sessions: [
        { client: 'Safari on iOS', created_at: now, last_used_at: now, current: true },
        { client: 'Firefox on Windows', created_at: before, last_used_at: before, current: false },
      ],
    });
    expect(JSON.stringify(body)).not.toContain(token);
  });

  test('are ended one by one, or all others at once', async () => {
    const [one, two, three, own] = [
      await signIn('Firefox on Windows'),
      await signIn('Edge on Windows'),
      await signIn('Safari on iOS'),
      await signIn(''),
    ];
    const listed = JSON.stringify((await list(own)).body);
    const id = /"session_id":"([^"]+)","client":"Edge on Windows"/.exec(listed)?.[1];
    expect((await end(own, { session_id: id })).status).toBe(200);
    const statuses = async () =>
      Promise.all(
        [one, two, three, own].map(async (token) => (await me(running.api, token)).status),
      );
    expect(await statuses()).toEqual([200, 401, 200, 200]);
    expect((await end(own, {})).status).toBe(200);
    expect(await statuses()).toEqual([401, 401, 401, 200]);
  });

  test('of somebody else can’t be seen or ended', async () => {
    const owner = await newToken(running.api);
    const anna = await newModerator(running.api, owner);
    const { body } = await list(owner);
    expect(body).toMatchObject({ sessions: { length: 1 } });
    const session_id = /"session_id":"([^"]+)"/.exec(JSON.stringify(body))?.[1];
    expect((await end(anna, { session_id })).status).toBe(404);
    expect((await me(running.api, owner)).status).toBe(200);
  });

  test('that a changed or ended password has ended are not listed', async () => {
    const owner = await newToken(running.api);
    await newModerator(running.api, owner);
    await post('/admin/people/end-sessions', owner, { username: 'anna' });
    const again = await logIn(running.api, MODERATOR, HOME, markOf(await logIn(running.api)));
    expect(await list(tokenOf(again))).toMatchObject({ body: { sessions: { length: 1 } } });
  });
});
