import { expect, test } from 'vitest';
import * as z from 'zod';
import { dateOf } from '../../../functions/src/domain/index.ts';
import { parseJokeLine } from '../../../functions/src/operations/import/joke-line.ts';
import { ADMIN_BEARER, siteTime } from '../../support/api-site.ts';
import { aJoke } from '../../support/api/jokes.ts';
import { loadRenderer } from '../../support/api/renderer.ts';
import { useApi } from '../../support/api/use-api.ts';
import { textOf } from '../../support/hosting-cache.ts';
import { useShortRetries } from '../../support/api/short-retries.ts';

const UNAVAILABLE = 14;
const PATH = '/data/facts.jsonl.gz';
const TEXT = 'Chuck Norris says "No".\nTwice, in 日本.';
const EDITED = 250;

const running = useApi([
  aJoke(1, { joke_text: TEXT, created_at: new Date('2020-01-05T13:42:19.324Z') }),
  aJoke(2, { status: 'pending' }),
  aJoke(3, { status: 'rejected' }),
  aJoke(EDITED),
]);
useShortRetries();

const line = z.strictObject({
  joke_id: z.int(),
  joke_text: z.string(),
  created_at: z.iso.date(),
  tags: z.array(z.string()),
  safe: z.boolean(),
});

async function download(headers: Record<string, string> = {}) {
  const response = await fetch(running.api.url + PATH, { headers });
  const text = await textOf(response);
  const lines = text.split('\n').slice(0, -1);
  const facts = response.ok ? lines.map((each) => line.parse(JSON.parse(each))) : [];
  return { status: response.status, headers: response.headers, text, facts };
}

test('anyone may download the approved facts, one in each line, by number', async () => {
  const { status, headers, text, facts } = await download();
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/gzip');
  expect(headers.get('content-encoding')).toBeNull();
  expect(headers.get('cache-control')).toBe('public, max-age=0, s-maxage=60');
  expect(text.endsWith('}\n')).toBe(true);
  expect(facts.map(({ joke_id }) => joke_id)).toEqual([1, EDITED]);
  const none = { tags: [], safe: true };
  expect(facts[0]).toEqual({ joke_id: 1, joke_text: TEXT, created_at: '2020-01-05', ...none });
});

test('an import takes every line as it is', async () => {
  await running.api.request('/admin/edit/1', {
    method: 'PUT',
    bearer: ADMIN_BEARER,
    body: { joke_text: TEXT, tags: ['food', 'texas'], safe: false },
  });
  const { facts } = await download();
  expect(facts).toHaveLength(2);
  for (const { joke_id, ...stated } of facts) {
    expect(parseJokeLine({ joke_id, ...stated }, new Date(siteTime()))).toEqual({
      id: joke_id,
      joke: {
        stored: { ...stated, created_at: new Date(stated.created_at) },
        histogram: [0, 0, 0, 0, 0],
      },
    });
  }
});

test('it has an edited text at once on the instance that edited it', async () => {
  const before = await download();
  const etag = before.headers.get('etag') ?? '';
  const revalidate = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
  expect((await download(revalidate)).status).toBe(304);
  await running.api.request(`/admin/edit/${EDITED}`, {
    method: 'PUT',
    bearer: ADMIN_BEARER,
    body: { joke_text: 'Chuck Norris edits himself.', tags: ['food'], safe: true },
  });
  const { status, facts } = await download(revalidate);
  expect(status).toBe(200);
  expect(facts[1]).toEqual({
    joke_id: EDITED,
    joke_text: 'Chuck Norris edits himself.',
    created_at: dateOf(aJoke(EDITED).created_at),
    tags: ['food'],
    safe: true,
  });
});

test('it costs three reads on a cold instance and none on a warm one', async () => {
  running.site.firestore.resetRecords();
  await download();
  expect(running.site.firestore.totals().reads).toBe(3);
  await download();
  expect(running.site.firestore.totals().reads).toBe(3);
});

test(
  'a warm instance still has it while the database is down, a cold one says when to try again',
  { tags: 'S18' },
  async () => {
    const { text } = await download();
    const cold = await running.site.start();
    running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
    expect((await download()).text).toBe(text);
    const failed = await fetch(cold.url + PATH);
    expect([failed.status, failed.headers.get('cache-control')]).toEqual([
      503,
      'private, no-store',
    ]);
    expect(failed.headers.get('retry-after')).not.toBeNull();
    running.site.firestore.clearFaults();
    await cold.stop();
  },
);

test(
  'the CDN keeps it, like everything, for ten seconds while the catalog can’t be brought up to date',
  { tags: 'S22' },
  async () => {
    let now = siteTime();
    await running.restart({ clock: () => now, loadRenderer });
    const paths = [PATH, '/embed/fact/1', '/api/v1/jokes', '/compat/chucknorris/jokes/1'];
    const kept = () =>
      Promise.all(
        paths.map(async (path) =>
          (await fetch(running.api.url + path)).headers.get('cache-control'),
        ),
      );
    expect(await kept()).toEqual(paths.map(() => 'public, max-age=0, s-maxage=60'));
    running.site.firestore.inject({ code: UNAVAILABLE, when: 'before', times: Infinity });
    now += 120_001;
    expect(await kept()).toEqual(paths.map(() => 'public, max-age=0, s-maxage=10'));
    running.site.firestore.clearFaults();
    await running.api.idle();
  },
);

test('an empty site has an empty file', async () => {
  await running.refill([]);
  expect(await download()).toMatchObject({ status: 200, text: '' });
});
