import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '../../functions/src/contract/index.ts';
import { createHealthService } from '../../functions/src/features/health/health.service.ts';
import { aJoke } from './jokes.ts';
import { useSite } from './use-site.ts';

const UNAVAILABLE = 14;
const REACHABLE = { status: 200, body: { status: 'ok', firestore: 'reachable' } };

const running = useSite([aJoke(1)]);
let now: number;

beforeEach(async () => {
  now = Date.now();
  await running.restart({ clock: () => now });
});

const health = () => running.api.request('/health');

test('says that the site is up and Firestore reachable', async () => {
  expect(await health()).toMatchObject(REACHABLE);
});

test('says within seconds that Firestore is unreachable, and by itself that it is back', async () => {
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
  // The SDK goes on with the read that was given up.
  await vi.waitFor(() => expect(firestore.totals().reads).toBe(1), { timeout: 60_000 });
  now += 10_000;
  expect(await health()).toMatchObject(REACHABLE);
});

test('gives up a read that never ends', async () => {
  vi.useFakeTimers();
  try {
    const service = createHealthService(() => new Promise(() => undefined), Date.now);
    const answer = service.check().catch((error: unknown) => error);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await answer).toBeInstanceOf(ApiError);
    expect(await answer).toMatchObject({ code: 'unavailable', retryAfter: 10 });
  } finally {
    vi.useRealTimers();
  }
});

test('asks Firestore once in ten seconds, however often and by however many it is asked', async () => {
  running.site.firestore.resetRecords();
  await Promise.all(Array.from({ length: 20 }, health));
  now += 9_999;
  await health();
  expect(running.site.firestore.totals().reads).toBe(1);
  now += 1;
  await health();
  expect(running.site.firestore.totals().reads).toBe(2);
});

test('is answered without a cookie, a bearer or a cache', async () => {
  const { headers } = await health();
  expect(headers.has('set-cookie')).toBe(false);
  expect(headers.get('cache-control')).toBe('private, no-store');
});
