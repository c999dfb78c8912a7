import { beforeEach, describe, expect, test } from 'vitest';
import { COMPAT_BASE_PATH } from '../../../functions/src/contract/index.ts';
import { siteTime, type Answer } from '../../support/api-site.ts';
import { logIn, newToken, setUp, WITH_SIGN_IN } from '../../support/api/admin-steps.ts';
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
    expect(reads, url).toBeLessThanOrEqual(CHECKS.includes(name) ? 1 : 0);
  }
});

describe('100 times within five seconds', { tags: 'P1' }, () => {
  beforeEach(async () => {
    await running.restart(WITH_SIGN_IN);
    await setUp(running.api);
    // Each instance reads the key of signatures once.
    await newToken(running.api);
  });

  /** What 100 calls have read, and their statuses. */
  async function cost(call: () => Promise<Answer>) {
    running.site.firestore.resetRecords();
    const answers = await Promise.all(Array.from({ length: 100 }, call));
    const { reads } = running.site.firestore.totals();
    return { reads, statuses: [...new Set(answers.map(({ status }) => status))] };
  }
  const me = (bearer: string) => () => running.api.request('/admin/me', { bearer });

  test.each(['/health', '/admin/setup'])(
    '%s reads once, and again five seconds later',
    async (path) => {
      for (let turn = 0; turn < 2; turn += 1) {
        const call = () => running.api.request(path);
        expect(await cost(call)).toEqual({ reads: 1, statuses: [200] });
        expect((await cost(call)).reads).toBe(0);
        now += 5_001;
      }
    },
  );

  test.each(['x'.repeat(43), `${'x'.repeat(43)}.${'y'.repeat(43)}`, 'x.y.z'])(
    'the invented bearer %s reads nothing',
    async (bearer) => {
      expect(await cost(me(bearer))).toEqual({ reads: 0, statuses: [401] });
      const list = () => running.api.request('/jokes', { bearer });
      expect(await cost(list)).toEqual({ reads: 0, statuses: [401] });
    },
  );

  test('a session that has ended is read once a minute', async () => {
    const bearer = await newToken(running.api);
    await running.api.request('/admin/logout', { method: 'POST', bearer });
    for (let turn = 0; turn < 2; turn += 1) {
      running.site.firestore.resetRecords();
      for (let request = 0; request < 100; request += 1) {
        expect((await me(bearer)()).status).toBe(401);
      }
      expect(running.site.firestore.totals().reads).toBe(1);
      now += 61_000;
    }
  });

  test('a login that the quota refuses reads nothing', async () => {
    const guess = () => logIn(running.api, { password: 'a wrong guess' });
    for (let guesses = 0; guesses < 10; guesses += 1) await guess();
    expect(await cost(guess)).toEqual({ reads: 0, statuses: [429] });
  });
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
