import { beforeEach } from 'vitest';
import * as z from 'zod';
import type { PasswordHasher } from '../../../functions/src/sessions/password-hasher.ts';
import type { Answer, Instance } from '../api-site.ts';
import { useApi } from './use-api.ts';

export const OWNER = { username: 'owner', password: 'correct horse battery' };
export const HOME = '203.0.113.1';
export const ELSEWHERE = '198.51.100.7';

/** Replaces hashing, which is slow, in tests of anything else. */
export const instantPasswords: PasswordHasher = {
  hash: (password) => Promise.resolve(`hash of ${password}`),
  async verify(password, find) {
    const account = await find();
    return account?.password_hash === `hash of ${password}` ? account : undefined;
  },
};

/** The real sign-in, instead of the tests' fixed bearer tokens. */
export const WITH_SIGN_IN = { identify: undefined, passwords: instantPasswords };

/**
 * Provides a test file with a site that its owner has set up, on January 1, 2026 at the start of each test.
 * @returns the site, and its time in milliseconds since the epoch
 */
export function useOwnedSite() {
  const time = { now: 0 };
  const running = useApi([], { ...WITH_SIGN_IN, clock: () => time.now });
  beforeEach(async () => {
    time.now = Date.UTC(2026, 0, 1);
    await setUp(running.api);
  });
  return { running, time };
}

export function setUp(
  api: Instance,
  body: Record<string, unknown> = OWNER,
  network = HOME,
): Promise<Answer> {
  return api.request('/admin/setup', { method: 'POST', body, network });
}

/** Signs in the way the site's form does. */
export function logIn(
  api: Instance,
  credentials: Partial<typeof OWNER> = {},
  network = HOME,
  mark?: string,
): Promise<Answer> {
  return api.request('/admin/login', {
    method: 'POST',
    body: new URLSearchParams({ ...OWNER, ...credentials }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    network,
    cookie: mark,
  });
}

const tokenAnswer = z.object({
  status: z.literal(200),
  body: z.object({ access_token: z.string() }),
});

/** The access token of a successful login. */
export function tokenOf(answer: Answer): string {
  return tokenAnswer.parse(answer).body.access_token;
}

export async function newToken(api: Instance): Promise<string> {
  return tokenOf(await logIn(api));
}

/** Requests the identity of this bearer token, as the site does when it loads. */
export function me(api: Instance, bearer: string): Promise<Answer> {
  return api.request('/admin/me', { bearer });
}

export function changePassword(
  api: Instance,
  bearer: string,
  new_password: string,
  current_password = OWNER.password,
  network = HOME,
): Promise<Answer> {
  return api.request('/admin/change-password', {
    method: 'POST',
    bearer,
    body: { current_password, new_password },
    network,
  });
}
