import { beforeEach, describe, expect, test } from 'vitest';
import { passwordHasher } from '../../functions/src/sessions/password-hasher.ts';
import { resetAdmins } from '../../functions/src/operations/admin-reset.service.ts';
import { logIn, newToken, OWNER, WITH_SIGN_IN, setUp } from '../support/api/admin-steps.ts';
import { useApi } from '../support/api/use-api.ts';

let now = Date.UTC(2026, 0, 1);
const running = useApi([], { ...WITH_SIGN_IN, clock: () => now });

describe('a new site', () => {
  test('can be set up once, and then its administrator can sign in', async () => {
    expect(await setUp(running.api)).toMatchObject({
      status: 201,
      body: { username: 'owner', provider: 'password' },
    });
    expect((await running.api.request('/admin/setup')).body).toEqual({
      admin_exists: true,
      setup_key_required: false,
    });
    expect((await logIn(running.api)).status).toBe(200);
  });

  test('cannot be set up again after its administrator is deleted', { tags: 'S4' }, async () => {
    await setUp(running.api);
    await running.api.context.db.doc('admins/owner').delete();
    expect((await setUp(running.api)).status).toBe(409);
    expect((await running.api.request('/admin/setup')).body).toMatchObject({ admin_exists: true });
    expect((await logIn(running.api)).status).toBe(401);
  });

  test('can be set up again after a reset, which ends what the lost password has opened', async () => {
    await setUp(running.api);
    const bearer = await newToken(running.api);
    await resetAdmins(running.api.context);
    expect((await logIn(running.api)).status).toBe(401);
    const next = { ...OWNER, password: 'another correct horse' };
    expect((await setUp(running.api, next)).status).toBe(201);
    expect((await logIn(running.api, next)).status).toBe(200);
    expect((await running.api.request('/admin/me', { bearer })).status).toBe(401);
  });

  test.each([
    [{ ...OWNER, username: ' \t\u200B' }, 'username'],
    [{ ...OWNER, username: '\uFDFA'.repeat(6) }, 'username'],
    [{ ...OWNER, username: 'x'.repeat(101) }, 'username'],
    [{ ...OWNER, password: 'seven77' }, 'password'],
    [{ ...OWNER, password: 'x'.repeat(1_001) }, 'password'],
  ])('cannot be set up with %j', { tags: 'S5' }, async (body, field) => {
    expect(await setUp(running.api, body)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['body', field] }] },
    });
  });

  test(
    'stores a password of 1,000 characters as a bcrypt hash of cost 12',
    { tags: 'S5' },
    async () => {
      await running.restart({ passwords: passwordHasher });
      const password = 'é'.repeat(1_000);
      expect((await setUp(running.api, { ...OWNER, password })).status).toBe(201);
      const stored = (await running.api.context.db.doc('admins/owner').get()).get('password_hash');
      expect(stored).toMatch(/^\$2b\$12\$/);
      expect((await logIn(running.api, { password })).status).toBe(200);
    },
  );

  test.each(['..', '__x__', 'a/b', 'Zoë 🥋', 'x'.repeat(100), '%2E'])(
    'accepts an administrator named %s',
    async (username) => {
      expect((await setUp(running.api, { ...OWNER, username })).status).toBe(201);
      expect((await logIn(running.api, { username })).status).toBe(200);
    },
  );

  test('takes names for the same that look alike', async () => {
    await setUp(running.api, { ...OWNER, username: ' Zoe\u0308 ' });
    for (const username of ['\uFF3Aoe\u0308', 'Z\u200Bo\u00EB\u0000', '\u2066Zo\u00EB ']) {
      expect((await logIn(running.api, { username })).status).toBe(200);
    }
    expect((await logIn(running.api, { username: 'zo\u00EB' })).status).toBe(401);
  });
});

describe('with a setup key', () => {
  const KEY = 'a key of the deployment';

  beforeEach(() => running.restart({ config: { setupKey: KEY } }));

  test.each([undefined, '', 'wrong', `${KEY} `])(
    'the key %j does not set up the site',
    { tags: 'S4' },
    async (setup_key) => {
      const body = setup_key === undefined ? OWNER : { ...OWNER, setup_key };
      expect(await setUp(running.api, body)).toMatchObject({
        status: 403,
        body: { detail: 'The setup key is wrong.' },
      });
      expect((await running.api.context.db.collection('admins').get()).size).toBe(0);
    },
  );

  test(
    'the correct key sets it up, in exactly one of 50 simultaneous calls',
    { tags: 'S4' },
    async () => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => setUp(running.api, { ...OWNER, setup_key: KEY })),
      );
      expect(answers.filter((answer) => answer.status === 201)).toHaveLength(1);
      expect(answers.filter((answer) => answer.status === 409)).toHaveLength(49);
    },
  );

  test(
    'a network with 30 wrong keys has to wait, even with the correct one; other networks do not',
    { tags: 'S4' },
    async () => {
      for (let guess = 0; guess < 30; guess += 1) {
        expect((await setUp(running.api, { ...OWNER, setup_key: `${guess}` })).status).toBe(403);
      }
      const right = { ...OWNER, setup_key: KEY };
      const refused = await setUp(running.api, right);
      expect(refused.status).toBe(429);
      expect(refused.headers.get('retry-after')).toBe('86400');
      expect((await setUp(running.api, { ...OWNER, setup_key: 'x' }, '198.51.100.7')).status).toBe(
        403,
      );
      now += 86_400_000;
      expect((await setUp(running.api, right)).status).toBe(201);
    },
  );
});

test('in production, a site without a setup key cannot be set up', { tags: 'S4' }, async () => {
  await running.restart({ config: { onEmulators: false } });
  for (const body of [OWNER, { ...OWNER, setup_key: '' }, { ...OWNER, setup_key: 'undefined' }]) {
    expect((await setUp(running.api, body)).status).toBe(403);
  }
});
