import { expect, test } from 'vitest';
import { COLD_READS_PER_MINUTE } from '../../../functions/src/features/jokes/joke-cache.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useApi } from '../../support/api/use-api.ts';
import { siteTime } from '../../support/api-site.ts';

/** More jokes than an instance may read in a minute. */
const JOKES = COLD_READS_PER_MINUTE + 600;
const running = useApi(Array.from({ length: JOKES }, (_, index) => aJoke(index + 1)));

test('anyone may request every far page, but an instance reads only so many facts a minute for them', async () => {
  let now = siteTime();
  await running.restart({ clock: () => now });
  const { firestore } = running.site;
  const get = (path: string) => running.api.request(path);
  const ids = (first: number) => Array.from({ length: 100 }, (_, index) => first + index).join(',');
  const farPage = (page: number) => `/jokes?per_page=100&sortBy=date_asc&page=${page}`;
  firestore.resetRecords();
  const pages = Array.from({ length: JOKES / 100 }, (_, index) => index + 1);
  const answers = [];
  for (const page of pages) answers.push(await get(farPage(page)));
  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused).toHaveLength(5);
  for (const { status, body, headers } of refused) {
    expect({ status, body }).toEqual({
      status: 503,
      body: { detail: 'The site is busy. Please try again in a few seconds.' },
    });
    expect(headers.get('retry-after')).toBe('5');
  }
  const before = firestore.totals().reads;
  expect(before).toBeLessThanOrEqual(COLD_READS_PER_MINUTE + 100 + 5);
  const last = `/images/batch-status?joke_ids=${ids(JOKES - 99)}`;
  expect((await get(last)).status).toBe(503);
  expect((await get(`/jokes/search?q=${JOKES}`)).status).toBe(200);
  // What it has cached, the first pages, the rankings and single facts are not affected.
  for (const path of [
    farPage(2),
    '/jokes',
    '/jokes/top',
    '/jokes/newest',
    `/jokes/${JOKES - 200}`,
    '/jokes/random',
  ]) {
    expect((await get(path)).status, path).toBe(200);
  }
  now += 5_000;
  expect((await get(last)).status).toBe(200);
});
