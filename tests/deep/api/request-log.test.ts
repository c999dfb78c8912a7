import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { aJoke } from '../../support/api/jokes.ts';
import { useImages } from '../../support/api/use-images.ts';
import { siteTime } from '../../support/api-site.ts';

const running = useImages([aJoke(1)]);

async function lineOf(path: string, options: Parameters<typeof running.api.request>[1] = {}) {
  await running.api.request(path, options);
  const [line] = await running.loggedRequests(1);
  return line;
}

describe('the outcome of a request', () => {
  test.each([
    ['/jokes/1', '/jokes/1', 200, 'success', undefined],
    ['/jokes/2', '/jokes/2', 404, 'refused', 'not_found'],
    ['/jokes/one', '/jokes/-', 422, 'refused', 'invalid_input'],
  ])('of GET %s is in one line', async (path, logs, status, outcome, error) => {
    expect(await lineOf(path)).toEqual({
      ...(error !== undefined && { error }),
      message: `GET /api/v1${logs} ${status}`,
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      operation: 'getJoke',
      method: 'GET',
      path: `/api/v1${logs}`,
      status,
      outcome,
      severity: 'INFO',
      latency_ms: expect.any(Number),
    });
  });

  test(
    'shed, because too many others wait: one WARNING, and no fault',
    { tags: 'X2' },
    async () => {
      let now = siteTime();
      // Waiting for one's turn always takes longer than it may.
      await running.restart({ clock: () => (now += 9_000) });
      const { headers } = await running.api.request('/cards/1.png');
      expect(headers.get('retry-after')).toBe('10');
      expect(await running.loggedRequests(1)).toMatchObject([
        { severity: 'WARNING', operation: 'getCard', status: 503, outcome: 'shed' },
      ]);
      expect(running.logged.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
    },
  );

  test('a slow body: refused with 408 after ten seconds', { tags: 'X1' }, async () => {
    await lineOf('/jokes');
    running.logged.length = 0;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const sent = openRequest(`${running.api.url}/api/v1/ratings`, {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/json', 'content-length': '27' },
      });
      sent.on('error', () => undefined).write('{');
      const answered = once(sent, 'response');
      // The function waits for the rest.
      await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
      await vi.advanceTimersByTimeAsync(10_000);
      const [answer]: unknown[] = await answered;
      expect(answer).toMatchObject({ statusCode: 408 });
      sent.destroy();
    } finally {
      vi.useRealTimers();
    }
    expect(await running.loggedRequests(1)).toMatchObject([
      { operation: 'rateJoke', status: 408, outcome: 'refused', error: 'request_timeout' },
    ]);
    expect(running.logged).toHaveLength(1);
  });
});

test.each([
  ['/jokes/someone@example.org', '/api/v1/jokes/-'],
  ['/jokes/1234567890', '/api/v1/jokes/-'],
  ['/images/files/secret-640.webp', '/api/v1/images/files/-'],
  ['/admin/edit/secret/', '/api/v1/admin/edit/-/'],
  ['/made/up?by=whom', '/api/v1/-/-'],
])('the path %s is logged without the parts that a client can choose', async (asked, path) => {
  expect(await lineOf(asked)).toMatchObject({ path });
});
