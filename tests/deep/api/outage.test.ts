// @module-tag S18
import { describe, expect, test } from 'vitest';
import { rendererIn } from '../../../functions/src/pages/screens.service.ts';
import { ADMIN_BEARER } from '../../support/api-site.ts';
import { logIn, me, newToken, WITH_SIGN_IN, setUp } from '../../support/api/admin-steps.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useApi } from '../../support/api/use-api.ts';

const UNAVAILABLE = 14;

const running = useApi([aJoke(1), aJoke(2)]);
useShortRetries();

/** Requests of an administrator, and their status while Firestore is up. */
const requests = [
  ['POST', '/ratings', { joke_id: 1, rating_num: 5 }, 201],
  ['GET', '/jokes?status=pending', undefined, 200],
  ['POST', '/jokes/submit', { joke_text: 'Chuck Norris never goes down.' }, 201],
  ['POST', '/admin/approve/1', undefined, 200],
  ['POST', '/admin/reject/1', undefined, 200],
  ['PUT', '/admin/edit/1', { joke_text: 'Chuck Norris never goes down.' }, 200],
  ['DELETE', '/admin/delete/1', undefined, 200],
  ['POST', '/admin/setup', { username: 'owner', password: 'correct horse' }, 201],
] as const;

/** Restores Firestore, and waits for the reads that were abandoned. */
async function recover(): Promise<void> {
  running.site.firestore.clearFaults();
  await running.api.idle();
}

describe('while Firestore is down', () => {
  const down = () =>
    running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });

  test('what must be current gets 503 with Retry-After until the database is back', async () => {
    const ask = ([method, path, body]: (typeof requests)[number]) =>
      running.api.request(path, { method, body, bearer: ADMIN_BEARER });
    down();
    for (const answer of await Promise.all(requests.map(ask))) {
      expect(answer).toMatchObject({ status: 503, body: { detail: expect.any(String) } });
      expect(answer.headers.get('retry-after')).toMatch(/^\d+$/);
    }
    await recover();
    expect((await running.api.request('/jokes')).body).toMatchObject({ total: 2 });
    for (const call of requests) expect((await ask(call)).status).toBe(call[3]);
  });

  test('nobody can sign in as administrator, and no session is valid', async () => {
    await running.restart(WITH_SIGN_IN);
    await setUp(running.api);
    const token = await newToken(running.api);
    down();
    const answers = await Promise.all([me(running.api, token), logIn(running.api)]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    await recover();
    expect((await me(running.api, token)).status).toBe(200);
  });

  test('a fact page shows an error message in plain words, even if it can’t be rendered, and a script of another site can read why', async () => {
    for (const [replaced, message] of [
      [{}, () => 'Error loading joke. Please try again later.'],
      [{ loadRenderer: rendererIn('/none') }, (id: string) => `Reference: ${id}`],
    ] as const) {
      await running.restart(replaced);
      down();
      const page = await fetch(`${running.api.url}/fact/1`);
      expect(page.status).toBe(503);
      expect(page.headers.get('content-type')).toMatch(/^text\/html/);
      const text = await page.text();
      expect(text).toContain(message(page.headers.get('x-request-id') ?? ''));
      expect(text).toContain('href="">Try again</a>');
      expect(text).not.toMatch(/UNAVAILABLE|database|renderer/);
      const call = await fetch(`${running.api.url}/api/v1/jokes/1`);
      expect(call.status).toBe(503);
      expect(call.headers.get('retry-after')).toMatch(/^\d+$/);
      expect(call.headers.get('access-control-allow-origin')).toBe('*');
      await recover();
    }
  });
});
