import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createApp, createHandlers } from '../../functions/src/app.ts';
import { endpoints, errorBody, type Endpoint } from '../../functions/src/contract/index.ts';
import { expressPath } from '../../functions/src/http/routing.ts';
import { pages } from '../../functions/src/http/pages.ts';
import { createServices } from '../../functions/src/services.ts';
import { newToken, restartWithSignIn, setUp } from './admin-steps.ts';
import { useGoogleAccounts } from './google-accounts.ts';
import { aJoke } from './jokes.ts';
import { usePictures } from './use-pictures.ts';

const ADMIN_EMAIL = 'admin@example.com';
const THIRTEEN_HOURS_MS = 13 * 60 * 60 * 1_000;

const running = usePictures([aJoke(1)]);
const google = useGoogleAccounts();
let now = Date.now();

/** The ID token of a Google account that has signed in to the site, renewed. */
async function signInWithGoogle(email: string): Promise<string> {
  const session = await google.signIn({ email });
  const profile = { uid: '', email, displayName: null, photoURL: null, emailVerified: true };
  await running.api.request('/auth/google', {
    method: 'POST',
    bearer: session.idToken,
    body: profile,
  });
  return google.refresh(session);
}

beforeEach(async () => {
  now = Date.now();
  await restartWithSignIn(running, { clock: () => now });
  await setUp(running.api);
  const { users } = await google.auth.listUsers();
  await google.auth.deleteUsers(users.map(({ uid }) => uid));
});

/** What a bearer comes to, whoever holds it. */
type Standing = 'none' | 'google-user' | 'google-admin' | 'password-admin' | 'invalid';

interface Holder {
  who: string;
  standing: Standing;
  bearer: () => Promise<string | undefined>;
}

const holders: Holder[] = [
  { who: 'nobody', standing: 'none', bearer: () => Promise.resolve(undefined) },
  {
    who: 'a Google user',
    standing: 'google-user',
    bearer: () => signInWithGoogle('somebody@example.com'),
  },
  {
    who: "the administrator's Google account",
    standing: 'google-admin',
    bearer: () => signInWithGoogle(ADMIN_EMAIL),
  },
  {
    who: 'the administrator with a password',
    standing: 'password-admin',
    bearer: () => newToken(running.api),
  },
  {
    who: 'an expired session',
    standing: 'invalid',
    async bearer() {
      const token = await newToken(running.api);
      now += THIRTEEN_HOURS_MS;
      return token;
    },
  },
  {
    who: 'a session that was signed out',
    standing: 'invalid',
    async bearer() {
      const token = await newToken(running.api);
      await running.api.request('/admin/logout', { method: 'POST', bearer: token });
      return token;
    },
  },
  {
    who: 'a forged session token',
    standing: 'invalid',
    bearer: () => Promise.resolve(randomBytes(32).toString('base64url')),
  },
  {
    who: "the administrator's Google account, its claim removed",
    standing: 'invalid',
    async bearer() {
      const token = await signInWithGoogle(ADMIN_EMAIL);
      const { uid } = await google.auth.getUserByEmail(ADMIN_EMAIL);
      await google.auth.setCustomUserClaims(uid, null);
      return token;
    },
  },
  {
    who: "the administrator's Google account, disabled",
    standing: 'invalid',
    async bearer() {
      const token = await signInWithGoogle(ADMIN_EMAIL);
      const { uid } = await google.auth.getUserByEmail(ADMIN_EMAIL);
      await google.auth.updateUser(uid, { disabled: true });
      return token;
    },
  },
  { who: 'a forged ID token', standing: 'invalid', bearer: () => Promise.resolve('a.b.c') },
];

/** What the table's `access` means for each standing: let in, or the refusal's status. */
const rules: Record<Endpoint['access'], Record<Standing, 'let in' | 401 | 403>> = {
  anyone: {
    none: 'let in',
    'google-user': 'let in',
    'google-admin': 'let in',
    'password-admin': 'let in',
    invalid: 'let in',
  },
  'anyone-or-admin': {
    none: 'let in',
    'google-user': 'let in',
    'google-admin': 'let in',
    'password-admin': 'let in',
    invalid: 401,
  },
  'google-user': {
    none: 401,
    'google-user': 'let in',
    'google-admin': 'let in',
    'password-admin': 403,
    invalid: 401,
  },
  admin: {
    none: 401,
    'google-user': 403,
    'google-admin': 'let in',
    'password-admin': 'let in',
    invalid: 401,
  },
};

const table: [string, Endpoint][] = Object.entries(endpoints);

const compare = (a: string, b: string) => a.localeCompare(b);

/** A body that is well-formed for every endpoint's permission to be asked first. */
function bodyOf(endpoint: Endpoint): { body?: unknown; headers?: Record<string, string> } {
  if (!endpoint.body) return {};
  if (endpoint.bodyType === undefined) return { body: {} };
  return { body: 'username=nobody&password=none', headers: { 'content-type': endpoint.bodyType } };
}

/** What the table says of an endpoint for a standing; a wrong password is 401 as well, whoever types it. */
function expectedOf(name: string, { access }: Endpoint, standing: Standing): 'let in' | 401 | 403 {
  return name === 'loginAdmin' ? 401 : rules[access][standing];
}

test.each(holders)(
  '$who is let in by each endpoint, or refused, as the table says',
  { tags: 'S1' },
  async ({ standing, bearer: issue }) => {
    const outcomes: Record<string, 'let in' | 401 | 403> = {};
    let bearer = await issue();
    for (const [name, endpoint] of table) {
      const path = endpoint.path
        .replace('{id}', '1')
        .replace('{name}', `${'0'.repeat(32)}-640.webp`);
      const { status, body } = await running.api.request(path, {
        method: endpoint.method,
        ...(bearer === undefined ? {} : { bearer }),
        ...bodyOf(endpoint),
      });
      outcomes[name] = status === 401 || status === 403 ? status : 'let in';
      if (status >= 400) expect(errorBody.safeParse(body).success).toBe(true);
      if (name === 'logoutAdmin' && status === 200) bearer = await issue();
    }
    expect(outcomes).toEqual(
      Object.fromEntries(
        table.map(([name, endpoint]) => [name, expectedOf(name, endpoint, standing)]),
      ),
    );
  },
);

test('every handler belongs to an endpoint of the table', { tags: 'S1' }, () => {
  const handlers = createHandlers(createServices(running.api.context));
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(endpoints).sort());
});

const routeLayer = z.object({
  route: z.object({ path: z.string(), methods: z.record(z.string(), z.boolean()) }),
});

/** Every `GET /path` that a router of Express answers, and the routers inside it. */
function routesOf(router: unknown): string[] {
  if (typeof router !== 'function' || !('stack' in router) || !Array.isArray(router.stack)) {
    return [];
  }
  const layers: unknown[] = router.stack;
  return layers.flatMap((layer) => {
    const parsed = routeLayer.safeParse(layer);
    if (!parsed.success) {
      return routesOf(typeof layer === 'object' && layer && 'handle' in layer && layer.handle);
    }
    const { path, methods } = parsed.data.route;
    // `_all` is what refuses every other method.
    const answered = Object.keys(methods).filter((method) => method !== '_all');
    return answered.map((method) => `${method.toUpperCase()} ${path}`);
  });
}

test(
  'every route of the application stands in the table of the API or of the pages',
  { tags: 'S1' },
  () => {
    const listed = [
      ...table.map(([, { method, path }]) => `${method} ${expressPath(path)}`),
      ...Object.values(pages).map(({ path }) => `GET ${expressPath(path)}`),
    ];
    const routes = routesOf(createApp(running.api.context).router);
    expect(routes.toSorted(compare)).toEqual(listed.toSorted(compare));
  },
);

describe('what is not in the table', { tags: 'S1' }, () => {
  test.each(['/', '/nothing', '/jokes/submit/x', '/admin', '/Jokes', '/%E0%A4'])(
    '%s is 404',
    async (path) => {
      const answer = await running.api.request(path, { bearer: await newToken(running.api) });
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
      expect(answer.headers.get('cache-control')).toBe('private, no-store');
    },
  );

  test('outside /api/v1 there is nothing', async () => {
    const response = await fetch(`${running.api.url}/jokes`);
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({ detail: expect.any(String) });
  });

  test.each([
    ['DELETE', '/jokes', 'GET, HEAD'],
    ['PATCH', '/ratings', 'POST'],
    ['OPTIONS', '/jokes/top', 'GET, HEAD'],
    ['GET', '/jokes/submit', 'POST'],
    ['DELETE', '/jokes/1', 'GET, HEAD'],
    ['PUT', '/admin/setup', 'GET, HEAD, POST'],
  ])('%s %s is 405', async (method, path, allowed) => {
    const answer = await running.api.request(path, { method });
    expect(answer).toMatchObject({ status: 405, body: { detail: expect.any(String) } });
    expect(answer.headers.get('allow')).toBe(allowed);
  });
});

test.each(['/jokes', '/jokes/', '/jokes/top', '/jokes/top/', '/health', '/health/'])(
  '%s works with and without a slash at its end',
  async (path) => {
    expect((await running.api.request(path)).status).toBe(200);
  },
);
