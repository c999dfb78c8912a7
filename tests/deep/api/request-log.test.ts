import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import * as z from 'zod';
import type { Context } from '../../../functions/src/site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { collectLog } from '../../support/api/logged-requests.ts';
import { useImages } from '../../support/api/use-images.ts';
import { siteTime } from '../../support/api-site.ts';

const TRACE = '0123456789abcdef0123456789abcdef';

const logged = collectLog();
const running = useImages([aJoke(1)]);

beforeEach(() => restart());

async function restart(replaced: Partial<Context> = {}): Promise<void> {
  logged.forget();
  await running.restart({ log: logged.log, ...replaced });
}

async function lineOf(path: string, options: Parameters<typeof running.api.request>[1] = {}) {
  await running.api.request(path, options);
  const [line] = await logged.requests(1);
  return line;
}

/** The lines of requests and their faults; an instance that starts writes one of its own. */
const linesOfRequests = () =>
  logged.lines.flatMap((line): object[] => {
    const parsed: object = z.looseObject({}).parse(JSON.parse(line));
    return 'request_id' in parsed ? [parsed] : [];
  });

/** Starts to send a vote, and never ends. */
function slowPost() {
  const sent = openRequest(`${running.api.url}/api/v1/ratings`, {
    method: 'POST',
    agent: false,
    headers: { 'content-type': 'application/json', 'content-length': '27' },
  });
  sent.on('error', () => undefined).write('{');
  return sent;
}

test('each request has one line with its operation, outcome and duration', async () => {
  await lineOf('/jokes/random');
  expect(linesOfRequests()).toEqual([
    {
      severity: 'INFO',
      message: 'GET /api/v1/jokes/random 200',
      request_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      operation: 'getRandomJoke',
      method: 'GET',
      path: '/api/v1/jokes/random',
      status: 200,
      outcome: 'success',
      latency_ms: expect.any(Number),
    },
  ]);
});

test('the request id is the trace id, and the response contains it', async () => {
  const { headers } = await running.api.request('/health', {
    headers: { 'x-cloud-trace-context': `${TRACE}/1;o=1` },
  });
  expect(headers.get('x-request-id')).toBe(TRACE);
  await logged.requests(1);
  expect(JSON.parse(logged.lines[0] ?? '')).toMatchObject({
    request_id: TRACE,
    'logging.googleapis.com/trace': `projects/demo-chuck-norris-facts/traces/${TRACE}`,
  });
});

describe('the outcome of a request', () => {
  test.each([
    ['/jokes/1', 200, 'success', 'INFO', undefined],
    ['/jokes/2', 404, 'refused', 'INFO', 'not_found'],
    ['/jokes/one', 422, 'refused', 'INFO', 'invalid_input'],
    ['/jokes?status=pending', 403, 'refused', 'INFO', 'forbidden'],
    ['/admin/me', 401, 'refused', 'INFO', 'unauthenticated'],
    ['/nothing', 404, 'refused', 'INFO', 'not_found'],
  ])('GET %s: %d, %s', async (path, status, outcome, severity, error) => {
    expect(await lineOf(path)).toMatchObject({
      status,
      outcome,
      severity,
      ...(error === undefined ? {} : { error }),
    });
  });

  test('with a fault: failed, with another line that says where and has the response’s request id', async () => {
    await restart({
      random: () => {
        throw new RangeError('No number today');
      },
    });
    const { headers, body } = await running.api.request('/jokes/random');
    const id = headers.get('x-request-id');
    expect(body).toEqual({ detail: `Something went wrong on our side. Reference: ${id}` });
    expect(await logged.requests(1)).toMatchObject([
      { request_id: id, status: 500, outcome: 'failed', severity: 'WARNING', error: 'internal' },
    ]);
    expect(logged.lines.map((line): unknown => JSON.parse(line))).toContainEqual({
      severity: 'ERROR',
      message: 'GET /api/v1/jokes/random failed',
      request_id: id,
      operation: 'getRandomJoke',
      stack_trace: expect.stringMatching(
        /^RangeError: No number today\n +at .*request-log\.test\.ts/,
      ),
    });
  });

  test(
    'shed, because too many others wait: one WARNING, and no fault',
    { tags: 'X2' },
    async () => {
      let now = siteTime();
      // Waiting for one's turn always takes longer than it may.
      await restart({ clock: () => (now += 9_000) });
      const { headers } = await running.api.request('/cards/1.png');
      expect(headers.get('retry-after')).toBe('10');
      await logged.requests(1);
      expect(linesOfRequests()).toEqual([
        expect.objectContaining({
          severity: 'WARNING',
          operation: 'getCard',
          status: 503,
          outcome: 'shed',
          error: 'unavailable',
        }),
      ]);
    },
  );

  test('a slow body: refused with 408 after ten seconds', { tags: 'X1' }, async () => {
    await lineOf('/jokes');
    logged.forget();
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      const sent = slowPost();
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
    expect(await logged.requests(1)).toMatchObject([
      { operation: 'rateJoke', status: 408, outcome: 'refused', error: 'request_timeout' },
    ]);
    expect(logged.lines).toHaveLength(1);
  });
});

test.each([
  ['/jokes/1', '/api/v1/jokes/1'],
  ['/jokes/someone@example.org', '/api/v1/jokes/-'],
  ['/jokes/1234567890', '/api/v1/jokes/-'],
  ['/images/files/0123456789abcdef0123456789abcdef-640.webp', undefined],
  ['/images/files/secret-640.webp', '/api/v1/images/files/-'],
  ['/admin/edit/secret/', '/api/v1/admin/edit/-/'],
  ['/made/up?by=whom', '/api/v1/-/-'],
])('the path %s is logged without the parts that a client can choose', async (asked, logs) => {
  expect(await lineOf(asked)).toMatchObject({ path: logs ?? `/api/v1${asked}` });
});
