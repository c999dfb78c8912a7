import { describe, expect, test } from 'vitest';
import { endpoints, errorBody, type Endpoint } from '../../functions/src/contract/index.ts';
import { createHandlers } from '../../functions/src/handlers.ts';
import { createServices } from '../../functions/src/services.ts';
import { ADMIN_BEARER, GOOGLE_BEARER } from '../site.ts';
import { aJoke } from './jokes.ts';
import { useSite } from './use-site.ts';

const running = useSite([aJoke(1)]);

const identities = {
  nobody: undefined,
  'a Google user': GOOGLE_BEARER,
  'an administrator': ADMIN_BEARER,
  'a forged bearer': 'forged',
};
type Who = keyof typeof identities;

/** What the table's `access` means for each identity: let in, or the refusal's status. */
const rules: Record<Endpoint['access'], Record<Who, 'let in' | 401 | 403>> = {
  anyone: {
    nobody: 'let in',
    'a Google user': 'let in',
    'an administrator': 'let in',
    'a forged bearer': 'let in',
  },
  'anyone-or-admin': {
    nobody: 'let in',
    'a Google user': 'let in',
    'an administrator': 'let in',
    'a forged bearer': 401,
  },
  'google-user': {
    nobody: 401,
    'a Google user': 'let in',
    'an administrator': 'let in',
    'a forged bearer': 401,
  },
  admin: {
    nobody: 401,
    'a Google user': 403,
    'an administrator': 'let in',
    'a forged bearer': 401,
  },
};

const whos: Who[] = ['nobody', 'a Google user', 'an administrator', 'a forged bearer'];
const table: [string, Endpoint][] = Object.entries(endpoints);

const cases = table.flatMap(([name, endpoint]) =>
  whos.map((who) => ({ name, endpoint, who, expected: rules[endpoint.access][who] })),
);

test.each(cases)('$name answers $who: $expected', async ({ endpoint, who, expected }) => {
  const bearer = identities[who];
  const path = endpoint.path
    .replace(/\{id\}/, '1')
    .replace(/\{name\}/, `${'0'.repeat(32)}-640.webp`);
  const answer = await running.api.request(path, {
    method: endpoint.method,
    ...(bearer === undefined ? {} : { bearer }),
    ...(endpoint.body ? { body: {} } : {}),
  });
  if (expected === 'let in') expect([401, 403]).not.toContain(answer.status);
  else expect(answer.status).toBe(expected);
  if (answer.status >= 400) expect(errorBody.safeParse(answer.body).success).toBe(true);
});

test('every handler belongs to an endpoint of the table', () => {
  const handlers = createHandlers(createServices(running.api.context));
  expect(Object.keys(handlers).sort()).toEqual(Object.keys(endpoints).sort());
});

describe('what is not in the table', () => {
  test.each(['/', '/nothing', '/jokes/submit/x', '/admin', '/Jokes', '/%E0%A4'])(
    '%s is 404',
    async (path) => {
      const answer = await running.api.request(path, { bearer: ADMIN_BEARER });
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
    ['PUT', '/admin/setup', 'GET, HEAD, POST'],
  ])('%s %s is 405', async (method, path, allowed) => {
    const answer = await running.api.request(path, { method });
    expect(answer).toMatchObject({ status: 405, body: { detail: expect.any(String) } });
    expect(answer.headers.get('allow')).toBe(allowed);
  });
});

test('what is not built yet says so', async () => {
  expect(await running.api.request('/admin/me', { bearer: ADMIN_BEARER })).toMatchObject({
    status: 501,
    body: { detail: expect.any(String) },
  });
});

test.each(['/jokes', '/jokes/', '/jokes/top', '/jokes/top/', '/health', '/health/'])(
  '%s works with and without a slash at its end',
  async (path) => {
    expect((await running.api.request(path)).status).toBe(200);
  },
);
