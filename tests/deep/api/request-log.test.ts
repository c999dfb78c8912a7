import { once } from 'node:events';
import { request as openRequest } from 'node:http';
import { Readable } from 'node:stream';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Context } from '../../../functions/src/site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { collectLog } from '../../support/api/logged-requests.ts';
import { useImages } from '../../support/api/use-images.ts';
import { siteTime } from '../../support/api-site.ts';

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

function* endless() {
  const chunk = Buffer.alloc(64 * 1024, '[');
  for (;;) yield chunk;
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
    expect(logged.lines.join()).not.toContain('made');
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
      message: 'GET getRandomJoke failed',
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
      expect(await logged.requests(1)).toMatchObject([
        { severity: 'WARNING', operation: 'getCard', status: 503, outcome: 'shed' },
      ]);
      expect(logged.lines.filter((line) => line.includes('"ERROR"'))).toEqual([]);
    },
  );

  test.each([
    ['slow', { 'content-length': '27' }, ['{']],
    ['endless', {}, endless()],
  ])(
    'a body that is %s: refused with 408 after ten seconds',
    { tags: 'X1' },
    async (_how, length, chunks) => {
      await lineOf('/jokes');
      logged.forget();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      try {
        const sent = openRequest(`${running.api.url}/api/v1/ratings`, {
          method: 'POST',
          agent: false,
          headers: { 'content-type': 'application/json', ...length },
        });
        Readable.from(chunks).pipe(
          sent.on('error', () => undefined),
          { end: false },
        );
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
    },
  );
});
