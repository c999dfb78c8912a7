import { beforeEach, expect, test } from 'vitest';
import { COMPAT_BASE_PATH } from '../../../functions/src/contract/index.ts';
import { siteTime } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';
import { useImages } from '../../support/api/use-images.ts';
import { urlOf, visitorReads } from '../../support/api/visitor-reads.ts';

const UNAVAILABLE = 14;
const AN_HOUR = 3_600_000;

let now = siteTime();
const running = useImages(
  [1, 2, 3].map((id) => aJoke(id, { tags: ['food'] })),
  { clock: () => now },
);
useShortRetries();

/** What says how the database is, and so reads it. */
const CHECKS = ['getHealth', 'getAdminSetup'];

/** Everything that anyone may GET, with and without the parameters of its query. */
let urls: { name: string; url: string }[];

beforeEach(async () => {
  urls = ['random', 'categories', 'search?query=fact', '1'].map((path) => ({
    name: 'compat',
    url: `${COMPAT_BASE_PATH}/jokes/${path}`,
  }));
  for (const read of visitorReads) {
    const inputs = read.query.length === 0 ? [[]] : [read.required, read.query];
    for (const names of inputs) {
      urls.push({ name: read.name, url: await urlOf(read, running, names) });
    }
  }
  await running.restart();
  // The day's fact is read once.
  await running.api.request('/jokes/daily');
});

const statusOf = async (url: string) => (await fetch(running.api.url + url)).status;

test('what anyone may GET costs no reads on a warm instance', { tags: 'P1' }, async () => {
  for (const { name, url } of urls) {
    running.site.firestore.resetRecords();
    expect(await statusOf(url), url).toBe(200);
    const { reads } = running.site.firestore.totals();
    expect(reads, url).toBe(CHECKS.includes(name) ? 1 : 0);
  }
});

test(
  'and is answered an hour after Firestore went down; what changed meanwhile shows after it recovers',
  { tags: 'S18' },
  async () => {
    await running.api.context.db
      .doc('jokes/3')
      .update({ status: 'rejected', updated_at: new Date() });
    now += AN_HOUR;
    running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
    for (const { name, url } of urls) {
      expect(await statusOf(url), url).toBe(CHECKS.includes(name) ? 503 : 200);
    }
    running.site.firestore.clearFaults();
    await running.api.idle();
    now += 11_000;
    expect(await statusOf('/fact/3')).toBe(404);
  },
);
