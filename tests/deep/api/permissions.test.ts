// @module-tag S1
import { randomBytes } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { createApp, createHandlers } from '../../../functions/src/app.ts';
import { endpoints, errorBody, type Endpoint } from '../../../functions/src/contract/index.ts';
import { chucknorrisCalls } from '../../../functions/src/compat/chucknorris.routes.ts';
import { expressPath } from '../../../functions/src/http/routing.ts';
import { pages, type Route } from '../../../functions/src/contract/routes.ts';
import { createServices } from '../../../functions/src/site.ts';
import { newToken, WITH_SIGN_IN, setUp } from '../../support/api/admin-steps.ts';
import { useGoogleAccounts } from '../../support/api/google-accounts.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';

const ADMIN_EMAIL = 'admin@example.com';
const THIRTEEN_HOURS_MS = 13 * 60 * 60 * 1_000;

const google = useGoogleAccounts();
let now = Date.now();
const running = useImages([aJoke(1)], { ...WITH_SIGN_IN, clock: () => now });

/** Signs a Google account in to the site. @returns its refreshed ID token */
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
  await setUp(running.api);
  const { users } = await google.auth.listUsers();
  await google.auth.deleteUsers(users.map(({ uid }) => uid));
});

/** The kinds of access that a bearer token can give. */
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
    who: "an administrator's Google account",
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
    bearer: () => {
      const half = () => randomBytes(32).toString('base64url');
      return Promise.resolve(`${half()}.${half()}`);
    },
  },
  { who: 'a forged ID token', standing: 'invalid', bearer: () => Promise.resolve('a.b.c') },
];

/** The status that refuses a standing, for each `access` in the table. All others are accepted. */
const REFUSED: Record<Endpoint['access'], Partial<Record<Standing, 401 | 403>>> = {
  anyone: {},
  'anyone-or-admin': { invalid: 401 },
  'google-user': { none: 401, 'password-admin': 403, invalid: 401 },
  admin: { none: 401, 'google-user': 403, invalid: 401 },
};

const table: [string, Endpoint][] = Object.entries(endpoints);
const pageTable: [string, Route][] = Object.entries(pages);

const compare = (a: string, b: string) => a.localeCompare(b);

/** A body that is well-formed enough for the endpoint to check permissions first. */
function bodyOf(endpoint: Endpoint): { body?: unknown; headers?: Record<string, string> } {
  if (!endpoint.body) return {};
  if (endpoint.bodyType === undefined) return { body: {} };
  return { body: 'username=nobody&password=none', headers: { 'content-type': endpoint.bodyType } };
}

/** The result that the table specifies. A login with a wrong password gets 401 for everyone. */
const expectedOf = (name: string, { access }: Endpoint, standing: Standing) =>
  name === 'loginAdmin' ? 401 : (REFUSED[access][standing] ?? 'accepted');

test.each(holders)(
  '$who is accepted or refused by each endpoint as the table says',
  async ({ standing, bearer: issue }) => {
    const outcomes: Record<string, 'accepted' | 401 | 403> = {};
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
      outcomes[name] = status === 401 || status === 403 ? status : 'accepted';
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

test('every handler belongs to an endpoint in the table', () => {
  const handlers = createHandlers(createServices(running.api.context));
  expect(Object.keys(handlers).toSorted()).toEqual(Object.keys(endpoints).toSorted());
});

const routeLayer = z.object({
  route: z.object({ path: z.string(), methods: z.record(z.string(), z.boolean()) }),
});

/** Every route of an Express router and the routers inside it, such as `GET /path`. */
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
    // `_all` refuses every other method.
    const answered = Object.keys(methods).filter((method) => method !== '_all');
    return answered.map((method) => `${method.toUpperCase()} ${path}`);
  });
}

test('every route of the application is in the endpoint table, the page table or the compatible API', () => {
  const listed = [
    ...table.map(([, { method, path }]) => `${method} ${expressPath(path)}`),
    ...pageTable.map(([, { path }]) => `GET ${expressPath(path)}`),
    ...Object.keys(chucknorrisCalls).map((path) => `GET ${expressPath(path)}`),
  ];
  const routes = routesOf(createApp(running.api.context).router);
  expect(routes.toSorted(compare)).toEqual(listed.toSorted(compare));
});

describe('a path outside the table', () => {
  test('gets 404', async () => {
    const bearer = await newToken(running.api);
    for (const path of ['/', '/nothing', '/jokes/submit/x', '/admin', '/Jokes', '/%E0%A4']) {
      const answer = await running.api.request(path, { bearer });
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    }
  });

  test.each([
    ['DELETE', '/jokes', 'GET, HEAD'],
    ['OPTIONS', '/jokes/top', 'GET, HEAD'],
    ['GET', '/jokes/submit', 'POST'],
    ['PUT', '/admin/setup', 'GET, HEAD, POST'],
  ])('%s %s gets 405', async (method, path, allowed) => {
    const answer = await running.api.request(path, { method });
    expect(answer).toMatchObject({ status: 405, body: { detail: expect.any(String) } });
    expect(answer.headers.get('allow')).toBe(allowed);
  });
});
