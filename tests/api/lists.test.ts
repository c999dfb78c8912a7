import { beforeEach, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ADMIN_BEARER, type RequestOptions, siteTime } from '../support/api-site.ts';
import { aJoke, someJokes } from '../support/api/jokes.ts';
import { allListedIds, getList } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi(someJokes(450));

const list = (path: string) => getList(running.api, path);
const allIds = (query: string, options?: RequestOptions) =>
  allListedIds(running.api, query, options);

const approvedIds = someJokes(450)
  .filter((joke) => joke.status === 'approved')
  .map((joke) => joke.joke_id);

describe('a visitor', () => {
  test('finds every approved joke exactly once on the pages, newest first', async () => {
    expect(await allIds('')).toEqual(approvedIds.toReversed());
  });

  test('finds the same jokes in reverse order', async () => {
    expect(await allIds('&sortBy=date_asc')).toEqual(approvedIds);
  });

  test('finds them by date of creation, and those of one time by number', async () => {
    const [early, late] = [aJoke(1), aJoke(9)].map(({ created_at }) => ({ created_at }));
    await running.refill([aJoke(2, late), aJoke(4, early), aJoke(7, late), aJoke(8, early)]);
    expect(await allIds('')).toEqual([7, 2, 8, 4]);
    expect(await allIds('&sortBy=date_asc')).toEqual([4, 8, 2, 7]);
  });

  test.each(['all', 'active', 'approved'])(
    'sees only approved jokes for status %s',
    async (status) => {
      const { total } = await list(`/jokes?status=${status}`);
      expect(total).toBe(approvedIds.length);
    },
  );

  test.each(['pending', 'rejected'])('may not list %s jokes', async (status) => {
    expect(await running.api.request(`/jokes?status=${status}`)).toMatchObject({
      status: 403,
      body: { detail: expect.any(String) },
    });
  });

  test('shares the reads of 80 simultaneous requests on a cold instance', async () => {
    await running.restart();
    running.site.firestore.resetRecords();
    const requests = Array.from({ length: 80 }, () => list('/jokes?page=2'));
    expect((await Promise.all(requests)).every(({ jokes }) => jokes.length === 20)).toBe(true);
    expect(running.site.firestore.totals().reads).toBe(3);
  });

  test('gets total, pages, page and per_page', async () => {
    expect(await list('/jokes/?page=2&per_page=50')).toMatchObject({
      total: approvedIds.length,
      pages: Math.ceil(approvedIds.length / 50),
      page: 2,
      per_page: 50,
    });
  });

  test('gets an empty page after the last one', async () => {
    expect(await list('/jokes?page=9999')).toMatchObject({ jokes: [], total: approvedIds.length });
  });

  test('gets a joke with all its fields, with its date but no time', async () => {
    const [joke] = (await list('/jokes')).jokes;
    expect(joke).toEqual({
      joke_id: 450,
      joke_text: 'Chuck Norris knows fact number 450 by heart.',
      tags: [],
      safe: true,
      rating: 0,
      num_votes: 0,
      user_can_vote: true,
      status: 'approved',
      status_id: 1,
      image_url: null,
      created_at: aJoke(450).created_at.toISOString(),
    });
  });

  test('gets an empty list from a site without jokes', async () => {
    await running.site.fill([]);
    const empty = await running.site.start();
    expect((await empty.request('/jokes')).body).toMatchObject({ jokes: [], total: 0, pages: 0 });
    await empty.stop();
  });

  test.each([
    'page=0',
    'page=-1',
    'page=1.5',
    'page=1e3',
    'page=',
    'page=1&page=2',
    'page=99999999999',
    'per_page=0',
    'per_page=101',
    'status=deleted',
    'sortBy=rating_asc',
    `search=${'x'.repeat(201)}`,
    'unknown=1',
    'search[a]=b',
    '__proto__=1',
  ])(
    'gets an error that explains what is wrong with ?%s',
    { tags: ['S13', 'S19'] },
    async (query) => {
      const answer = await running.api.request(`/jokes?${query}`);
      expect(answer.status).toBe(422);
      expect(answer.body).toEqual({
        detail: [{ loc: expect.any(Array), msg: expect.any(String), type: expect.any(String) }],
      });
    },
  );
});

describe('a single joke', () => {
  beforeEach(async () => {
    await running.refill([
      aJoke(2),
      aJoke(3, { status: 'pending' }),
      aJoke(5),
      aJoke(7, { status: 'rejected' }),
      aJoke(4_000),
    ]);
  });

  test.each([
    [2, null, 5],
    [5, 2, 4_000],
    [4_000, 5, null],
  ])(
    '%i contains the ids of the approved jokes before and after it',
    async (id, previous_id, next_id) => {
      const listed = (await list('/jokes')).jokes.find((joke) => joke.joke_id === id);
      expect((await running.api.request(`/jokes/${id}`)).body).toEqual({
        ...listed,
        created_at: aJoke(id).created_at.toISOString(),
        approved_at: aJoke(id).approved_at?.toISOString(),
        previous_id,
        next_id,
      });
    },
  );

  test.each([1, 3, 7, 4_001, 999_999_999])(
    '%i gets an uncached 404, for visitors and administrators',
    async (id) => {
      for (const options of [{}, { bearer: ADMIN_BEARER }]) {
        const answer = await running.api.request(`/jokes/${id}`, options);
        expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
        expect(answer.headers.get('cache-control')).toBe('private, no-store');
      }
    },
  );

  test.each(['0', '-1', 'abc', '1.5', '1e3'])('the id %s is invalid', async (id) => {
    expect((await running.api.request(`/jokes/${id}`)).status).toBe(422);
  });

  test('costs three reads on a cold instance, none on a warm one, and two after 25 seconds', async () => {
    const { firestore } = running.site;
    let now = siteTime();
    await running.restart({ clock: () => now });
    const reads = async () => {
      firestore.resetRecords();
      await running.api.request('/jokes/5');
      return firestore.totals().reads;
    };
    expect(await reads()).toBe(3);
    now += 25_000;
    expect(await reads()).toBe(0);
    now += 1;
    expect(await reads()).toBe(2);
  });
});

describe('search', () => {
  beforeEach(async () => {
    await running.refill([
      aJoke(1, { joke_text: 'Chuck Norris orders a CAFÉ AU LAIT and gets the café.' }),
      aJoke(2, { joke_text: 'The cafe closed. Chuck Norris did not.' }),
      aJoke(3, { joke_text: 'Nothing to see here at all.' }),
      aJoke(4, { joke_text: 'A pending cafe visit.', status: 'pending' }),
    ]);
  });

  test('finds every match, whatever its case or accents', async () => {
    expect(await allIds('&search=caf%C3%A9')).toEqual([2, 1]);
    expect(await allIds('&search=CAFE%20AU')).toEqual([1]);
    expect(await allIds('&search=zzz')).toEqual([]);
  });

  test('finds text across a line break, which counts as a space', async () => {
    await running.refill([
      aJoke(1, { joke_text: 'Is Chuck Norris in?\n\nHe is.\nSince when?' }),
      aJoke(2, { joke_text: 'Is he in?  Chuck Norris is.' }),
    ]);
    expect(await allIds('&search=in%3F%20he%20is.%20since')).toEqual([1]);
    expect(await allIds('&search=he%20is.%0A%0Asince')).toEqual([1]);
    expect(await allIds('&search=in%3F%20chuck')).toEqual([2]);
    expect(await allIds('&search=in%3Fhe')).toEqual([]);
  });

  test('finds pending jokes only for administrators', async () => {
    expect(await allIds('&search=cafe&status=all', { bearer: ADMIN_BEARER })).toEqual([4, 2, 1]);
    expect(await allIds('&search=pending%20cafe')).toEqual([]);
  });

  test('lists all jokes for a blank search', async () => {
    expect(await allIds('&search=%20%20')).toEqual([3, 2, 1]);
  });
});

describe('an administrator', () => {
  const admin = { bearer: ADMIN_BEARER };

  test.each([
    ['all', 450],
    ['approved', approvedIds.length],
    ['pending', 64],
    ['rejected', 35],
  ])('lists %s jokes', async (status, total) => {
    expect(await allIds(`&status=${status}`, admin)).toHaveLength(total);
  });
});

describe('a list', () => {
  test('is compressed for clients that accept Brotli, with a separate ETag', async () => {
    const plain = await running.api.request('/jokes', { headers: { 'accept-encoding': 'gzip' } });
    const packed = await running.api.request('/jokes', {
      headers: { 'accept-encoding': 'gzip, br' },
    });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(packed.headers.get('content-encoding')).toBe('br');
    expect(packed.body).toEqual(plain.body);
    expect(packed.headers.get('content-type')).toBe(plain.headers.get('content-type'));
    expect(packed.headers.get('etag')).not.toBe(plain.headers.get('etag'));
    for (const { headers } of [plain, packed]) expect(headers.get('vary')).toBe('Accept-Encoding');
  });

  test('for an administrator is not compressed, so that its length reveals nothing', async () => {
    const { headers } = await running.api.request('/jokes', {
      bearer: ADMIN_BEARER,
      headers: { 'accept-encoding': 'br' },
    });
    expect(headers.get('content-encoding')).toBeNull();
  });
});

describe('the random joke', () => {
  test('can be the first or the last approved joke', async () => {
    for (const [drawn, id] of [
      [0, approvedIds[0]],
      [0.999_999, approvedIds.at(-1)],
    ] as const) {
      const instance = await running.site.start({ random: () => drawn });
      expect((await instance.request('/jokes/random')).body).toMatchObject({ joke_id: id });
      await instance.stop();
    }
  });

  describe('to discover', () => {
    const CONTENDER = 0;
    const NEWCOMER = 0.85;
    const ANY = 0.95;

    /** What an instance draws from these numbers in turn. */
    async function draw(numbers: readonly number[], exclude = '') {
      const left = [...numbers];
      const instance = await running.site.start({ random: () => left.shift() ?? 0 });
      const path = `/jokes/random?mix=discover${exclude && `&exclude=${exclude}`}`;
      const { body } = await instance.request(path);
      await instance.stop();
      return z.object({ joke_id: z.int() }).parse(body).joke_id;
    }

    const best = aJoke(7, { histogram: [0, 0, 0, 0, 40] });
    const rated = (id: number) => aJoke(id, { histogram: [30, 10, 5, 0, 0] });

    beforeEach(() =>
      running.refill(
        [...Array.from({ length: 150 }, (_, at) => rated(at + 1)), aJoke(151)].with(6, best),
      ),
    );

    test('is mostly one of those that may be the best', async () => {
      expect(await draw([CONTENDER, 0])).toBe(7);
    });

    test('is one in ten times a new one with fewer than five votes', async () => {
      expect(await draw([NEWCOMER, 0.5])).toBe(151);
    });

    test('is one in ten times any', async () => {
      expect(await draw([ANY, 0.5])).toBe(76);
    });

    test('was not just seen, unless every joke was', async () => {
      expect(await draw([CONTENDER, 0], '7')).not.toBe(7);
      expect(await draw([ANY, 0.5], '76')).toBe(77);
      await running.refill([aJoke(1)]);
      expect(await draw([CONTENDER, 0, 0], '1')).toBe(1);
    });
  });
});
