// @module-tag S22
import { expect, test } from 'vitest';
import { API_BASE_PATH } from '../../../functions/src/contract/index.ts';
import { PERSONAL_DATA } from '../../../functions/src/domain/index.ts';
import { createHostingCache, type HostingCache } from '../../support/hosting-cache.ts';
import { ADMIN_BEARER, type Instance, siteTime } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { openBucket, useImages } from '../../support/api/use-images.ts';

/** The longest time that the CDN and an instance may show old content, which can add up. */
const CDN_S = 60;
const INSTANCE_S = 35;

const [REJECTED, EDITED, DELETED, ERASED, NEIGHBOR] = [11, 12, 13, 14, 15];
const OFFENDING = [REJECTED, EDITED, DELETED, ERASED];

let now = siteTime();
const clock = () => now;
const jokes = [
  ...Array.from({ length: 10 }, (_, index) => aJoke(index + 1)),
  ...OFFENDING.map((id) =>
    aJoke(id, { joke_text: `Offending words, number ${id}.`, histogram: [0, 0, 0, 0, 9] }),
  ),
  aJoke(NEIGHBOR),
];
const running = useImages(jokes, {
  clock,
  // Selects a joke that is taken down as the random one.
  random: () => 0.92,
  // Retries, because connections to Storage may close during the virtual minutes.
  bucket: openBucket,
});

const CARDS = OFFENDING.flatMap((id) =>
  ['', '-tall'].map((shape) => `${API_BASE_PATH}/cards/${id}${shape}.png`),
);

/** The URLs that may show a joke that is taken down, except image files. */
const URLS = [
  ...CARDS,
  ...[
    '/jokes',
    '/jokes?per_page=2&page=2',
    '/jokes?sortBy=date_asc&status=approved',
    '/jokes?search=offending',
    '/jokes?sortBy=shuffled&seed=bot',
    '/jokes/search?q=offending',
    '/jokes/random',
    '/jokes/top',
    '/jokes/top?limit=3',
    '/jokes/newest',
    '/jokes/newest?limit=4',
    ...[...OFFENDING, NEIGHBOR].map((id) => `/jokes/${id}`),
    ...[REJECTED, DELETED, ERASED].map((id) => `/images/status/${id}`),
    `/images/batch-status?joke_ids=${OFFENDING.join(',')}`,
  ].map((path) => API_BASE_PATH + path),
  ...[...OFFENDING, NEIGHBOR].map((id) => `/fact/${id}`),
  ...OFFENDING.map((id) => `/embed/fact/${id}`),
  '/',
  '/top-100',
  '/newest',
  '/random',
  '/random.txt',
  '/daily.txt',
  '/top.txt',
  '/top.txt?safe=true',
  ...OFFENDING.map((id) => `/fact/${id}.txt`),
  '/search?q=offending',
  '/sitemap.xml',
  '/feed.xml',
  '/feed/daily.xml',
  '/data/facts.jsonl.gz',
  ...OFFENDING.map((id) => `/compat/chucknorris/jokes/${id}`),
  '/compat/chucknorris/jokes/search?query=offending',
];

async function request(api: Instance, method: string, path: string, body?: unknown): Promise<void> {
  const options = { method, bearer: ADMIN_BEARER, ...(body === undefined ? {} : { body }) };
  expect(await api.request(path, options)).toMatchObject({ status: 200 });
}

async function takeDown(moderating: Instance): Promise<void> {
  await request(moderating, 'POST', `/admin/reject/${REJECTED}`);
  await request(moderating, 'PUT', `/admin/edit/${EDITED}`, { joke_text: 'Milder words now.' });
  await request(moderating, 'DELETE', `/admin/delete/${DELETED}`);
  const items = [{ joke_id: ERASED, patch: { status: 'rejected' } }];
  const erasure = { action: 'reject', items, reason: PERSONAL_DATA };
  await request(moderating, 'POST', '/admin/changes', erasure);
}

/** Matches content in a response that has been taken down. */
function oldContent(images: readonly string[]): RegExp {
  const gone = `(?:${REJECTED}|${DELETED}|${ERASED})`;
  return new RegExp(
    [
      'Offending words',
      `"joke_id":${gone},"joke_text"`,
      `"(?:previous|next)_id":${gone}\\b`,
      `/fact/${gone}\\b`,
      ...images,
    ].join('|'),
  );
}

/**
 * Starts instances of a site whose jokes have images and cards, and caches in front of them.
 * @returns what can be seen of the jokes
 */
async function watchSite() {
  const days = [{ date: new Date(now).toISOString().slice(0, 10), joke_id: ERASED }];
  await running.api.context.db.doc('daily/facts').set({ days });
  const [moderating, behind, direct] = [running.api, await running.start(), await running.start()];
  const images = new Map<number, string>();
  for (const id of OFFENDING) {
    expect(await running.generate(id)).toMatchObject({ status: 200 });
    images.set(id, (await running.imageOf(id)) ?? '');
  }
  const old = oldContent([REJECTED, DELETED, ERASED].map((id) => images.get(id) ?? ''));
  const cdn = createHostingCache(behind.url, clock);
  const first = createHostingCache(moderating.url, clock);
  const oldCards = new Set<string>();
  for (const url of CARDS) oldCards.add((await first.get(url)).text);
  expect(oldCards.size).toBe(CARDS.length);

  async function shownBy(cache: HostingCache, urls: readonly string[]) {
    const found: string[] = [];
    for (const url of urls) {
      const { text } = await cache.get(url);
      if (old.test(text) || oldCards.has(text)) found.push(url);
    }
    return found;
  }
  const shownDirectly = (api: Instance) =>
    shownBy(
      createHostingCache(api.url, () => Infinity),
      URLS,
    );
  const fileOf = (id: number) => `${API_BASE_PATH}/images/files/${images.get(id)}-640.webp`;
  const statuses = async (cache: HostingCache) => {
    const files = [REJECTED, DELETED, ERASED, EDITED].map(fileOf);
    return Promise.all(files.map(async (file) => (await cache.get(file)).status));
  };
  return { moderating, behind, direct, cdn, shownBy, shownDirectly, statuses };
}

test('a joke that is taken down disappears from every URL within 95 seconds, its image within an hour', async () => {
  const { moderating, behind, direct, cdn, shownBy, shownDirectly, statuses } = await watchSite();
  // URLs are first requested one by one, so that they expire one by one. Instances query changes just before.
  for (let second = 0; second < 62; second += 1) {
    const joined = URLS.filter((_, place) => (place * 7) % 61 <= second);
    await shownBy(cdn, joined);
    if (second === 61) await shownDirectly(direct);
    now += 1_000;
  }
  expect(await statuses(cdn)).toEqual([200, 200, 200, 200]);
  const cached = now;
  const shown = await shownBy(cdn, URLS);
  expect(URLS.filter((url) => !shown.includes(url))).toEqual([]);

  await takeDown(moderating);
  expect(await shownDirectly(moderating)).toEqual([]);
  const last = { cdn: 0, instances: 0 };
  for (let second = 0; second <= 120; second += 1) {
    if ((await shownBy(cdn, URLS)).length > 0) last.cdn = second;
    const asked = second >= 20 && second <= INSTANCE_S;
    if (asked && (await shownDirectly(direct)).length > 0) last.instances = second;
    now += 1_000;
  }
  // The lower bounds prove that the test can find old content.
  expect(last.instances).toBeGreaterThan(20);
  expect(last.instances).toBeLessThan(INSTANCE_S);
  expect(last.cdn).toBeGreaterThan(CDN_S);
  expect(last.cdn).toBeLessThan(CDN_S + INSTANCE_S);

  for (const { url } of [moderating, behind, direct]) {
    expect(await statuses(createHostingCache(url, clock))).toEqual([404, 404, 404, 200]);
  }
  now = cached + 3_599_999;
  expect(await statuses(cdn)).toEqual([200, 200, 200, 200]);
  now = cached + 3_600_000;
  expect(await statuses(cdn)).toEqual([404, 404, 404, 200]);
});
