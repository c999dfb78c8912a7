import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { describe, expect, test } from 'vitest';
import { limits } from '../../../functions/src/domain/index.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { createTime } from '../../support/api/virtual-time.ts';
import { useImages } from '../../support/api/use-images.ts';

const running = useImages([aJoke(1)]);

async function lineOf(path: string, options: Parameters<typeof running.api.request>[1] = {}) {
  await running.api.request(path, options);
  const [line] = await running.loggedRequests(1);
  return line;
}

describe('the outcome of a request', () => {
  test.each([
    ['/jokes/1', 200, 'success', undefined],
    ['/jokes/2', 404, 'refused', 'not_found'],
    ['/jokes/one', 422, 'refused', 'invalid_input'],
  ])('of GET %s is in one line', async (path, status, outcome, error) => {
    expect(await lineOf(path)).toEqual({
      ...(error !== undefined && { error }),
      message: `GET getJoke ${status}`,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      operation: 'getJoke',
      method: 'GET',
      status,
      outcome,
      severity: 'INFO',
      latency_ms: expect.any(Number),
    });
  });

  test('of a path that nothing has is in one line without it', async () => {
    const line = await lineOf('/made/up?by=whom');
    expect(line).toMatchObject({ message: 'GET unknown path 404', error: 'not_found' });
    expect(JSON.stringify(running.logged)).not.toContain('made');
  });

  test(
    'shed, because too many others wait: one WARNING, and no fault',
    { tags: 'X2' },
    async () => {
      await running.api.request('/jokes');
      const body = { joke_text: 'Chuck Norris never waits for his turn.' };
      const release = running.api.holdCalls();
      const submissions = Array.from({ length: limits.submissionsWaiting + 2 }, () =>
        running.api.request('/jokes/submit', { method: 'POST', body }),
      );
      const shed = () => running.logged.filter(({ outcome }) => outcome === 'shed');
      const line = { severity: 'WARNING', operation: 'submitJoke', status: 503 };
      await expect.poll(shed).toMatchObject([line]);
      release();
      await Promise.all(submissions);
      expect(running.logged.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    },
  );

  test('of a slow body is refused with 408 after ten seconds', { tags: 'X1' }, async () => {
    const time = createTime();
    await running.restart(time.replaced);
    await lineOf('/jokes');
    running.logged.length = 0;
    const sent = openRequest(`${running.api.url}/api/v1/ratings`, {
      method: 'POST',
      agent: false,
      headers: { 'content-type': 'application/json', 'content-length': '27' },
    });
    sent.on('error', () => undefined).write('{');
    const answered = once(sent, 'response');
    // The function waits for the rest.
    await expect.poll(() => time.waiting(10_000)).toBe(1);
    time.pass(10_000);
    const [answer]: unknown[] = await answered;
    expect(answer).toMatchObject({ statusCode: 408 });
    sent.destroy();
    expect(await running.loggedRequests(1)).toMatchObject([
      { operation: 'rateJoke', status: 408, outcome: 'refused', error: 'request_timeout' },
    ]);
    expect(running.logged).toHaveLength(1);
  });
});
