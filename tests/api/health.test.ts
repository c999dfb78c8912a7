import { expect, test } from 'vitest';
import { aJoke } from '../support/api/jokes.ts';
import { useShortRetries } from '../support/api/short-retries.ts';
import { useApi } from '../support/api/use-api.ts';
import { siteTime } from '../support/api-site.ts';

const UNAVAILABLE = 14;

let now = siteTime();
const running = useApi([aJoke(1)], { clock: () => now });
useShortRetries();

const health = () => running.api.request('/health');

test('reports that Firestore is unreachable, and later that it is reachable again', async () => {
  running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
  const answer = await health();
  expect(answer).toMatchObject({
    status: 503,
    body: { detail: 'The service is not available. Please try again later.' },
  });
  expect(answer.headers.get('retry-after')).toBe('10');
  running.site.firestore.clearFaults();
  expect(await health()).toMatchObject({
    status: 200,
    body: { status: 'ok', firestore: 'reachable' },
  });
});

test('tells how many jokes the catalog has, how old it is and how old its snapshot', async () => {
  expect((await health()).body).not.toHaveProperty('catalog');
  await running.api.request('/jokes');
  now += 30_000;
  expect((await health()).body).toMatchObject({
    catalog: { jokes: 1, age_seconds: 30, snapshot_age_seconds: expect.any(Number) },
  });
});
