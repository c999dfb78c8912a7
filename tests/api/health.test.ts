import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../functions/src/contract/index.ts';
import { createHealthService } from '../../functions/src/features/health/health.service.ts';
import { aJoke } from '../support/api/jokes.ts';
import { useApi } from '../support/api/use-api.ts';

const UNAVAILABLE = 14;
const REACHABLE = { status: 200, body: { status: 'ok', firestore: 'reachable' } };

const running = useApi([aJoke(1)]);
let now: number;

beforeEach(async () => {
  now = Date.now();
  await running.restart({ clock: () => now });
});

const health = () => running.api.request('/health');

test('reports that the site is up and Firestore is reachable', async () => {
  expect(await health()).toMatchObject(REACHABLE);
});

test('reports within seconds that Firestore is unreachable, and later that it is reachable again', async () => {
  const { firestore } = running.site;
  firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
  const { status, headers, body } = await health();
  expect({ status, body }).toEqual({
    status: 503,
    body: { detail: 'The database is unreachable.' },
  });
  expect(headers.get('retry-after')).toBe('10');
  expect(headers.get('cache-control')).toBe('private, no-store');

  firestore.clearFaults();
  firestore.resetRecords();
  // The SDK retries the read even after the request has timed out.
  await vi.waitFor(() => expect(firestore.totals().reads).toBe(1), { timeout: 60_000 });
  now += 10_000;
  expect(await health()).toMatchObject(REACHABLE);
});

test('times out a read that never ends', async () => {
  vi.useFakeTimers();
  try {
    const service = createHealthService({
      probe: () => new Promise(() => undefined),
      clock: Date.now,
    });
    const answer = service.check().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBeInstanceOf(ApiError);
    expect(await answer).toMatchObject({ code: 'unavailable', retryAfter: 10 });
  } finally {
    vi.useRealTimers();
  }
});

test('reads Firestore at most once in ten seconds, for any number of requests', async () => {
  running.site.firestore.resetRecords();
  await Promise.all(Array.from({ length: 20 }, health));
  now += 9_999;
  await health();
  expect(running.site.firestore.totals().reads).toBe(1);
  now += 1;
  await health();
  expect(running.site.firestore.totals().reads).toBe(2);
});
