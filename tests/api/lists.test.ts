import { beforeEach, describe, expect, test } from 'vitest';
import { dailyJokeList } from '../../functions/src/contract/index.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke, someJokes } from '../support/api/jokes.ts';
import { allListedIds, getList } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';

const running = useApi(someJokes(60));
const APPROVED = someJokes(60).filter(({ status }) => status === 'approved').length;

const list = (path: string) => getList(running.api, path);
const allIds = (query: string) => allListedIds(running.api, query);

describe('a visitor', () => {
  test('finds facts by date of creation, and those of one time by number', async () => {
    const [early, late] = [aJoke(1), aJoke(9)].map(({ created_at }) => ({ created_at }));
    await running.refill([aJoke(2, late), aJoke(4, early), aJoke(7, late), aJoke(8, early)]);
    expect(await allIds('')).toEqual([7, 2, 8, 4]);
    expect(await allIds('&sortBy=date_asc')).toEqual([4, 8, 2, 7]);
  });

  test('sees only approved jokes, and may not ask for others', async () => {
    for (const status of ['all', 'active', 'approved']) {
      expect((await list(`/jokes?status=${status}`)).total).toBe(APPROVED);
    }
    for (const status of ['pending', 'rejected']) {
      expect(await running.api.request(`/jokes?status=${status}`)).toMatchObject({ status: 403 });
    }
  });

  test('gets total, pages, page and per_page, and jokes with all their fields', async () => {
    const page = await list('/jokes/?page=2&per_page=20');
    expect(page).toMatchObject({ total: APPROVED, pages: 3, page: 2, per_page: 20 });
    const [joke] = (await list('/jokes')).jokes;
    expect(joke).toEqual({
      joke_id: 60,
      joke_text: 'Chuck Norris knows fact number 60 by heart.',
      tags: [],
      safe: true,
      rating: 0,
      num_votes: 0,
      user_can_vote: true,
      status: 'approved',
      status_id: 1,
      image_url: null,
      created_at: aJoke(60).created_at.toISOString(),
    });
  });

  test.each([
    '/jokes?page=0',
    '/jokes?page=1e3',
    '/jokes?page=1&page=2',
    '/jokes?page=99999999999',
    '/jokes?per_page=101',
    '/jokes?status=deleted',
    '/jokes?sortBy=rating_asc',
    '/jokes?seed=&sortBy=shuffled',
    `/jokes?seed=${'x'.repeat(65)}&sortBy=shuffled`,
    `/jokes?search=${'x'.repeat(201)}`,
    '/jokes?tag=cars',
    '/jokes?safe=false',
    '/jokes/top?limit=101',
    '/jokes/top?period=year',
    '/jokes/newest?limit=41',
    '/jokes/random?mix=other',
    '/jokes/random?exclude=1,,2',
    `/jokes/random?exclude=${'1,'.repeat(500)}1`,
  ])('gets an error that explains what is wrong with %s', { tags: 'S19' }, async (path) => {
    const { status, body } = await running.api.request(path);
    expect(status).toBe(422);
    const loc = ['query', /\?(\w+)/.exec(path)?.[1]];
    expect(body).toMatchObject({
      detail: [{ loc, msg: expect.any(String), type: expect.any(String) }],
    });
  });
});

describe('a shuffled list', () => {
  const SHUFFLED = '/jokes?sortBy=shuffled';
  const shuffled = (seed: string) => allIds(`&sortBy=shuffled&per_page=7&seed=${seed}`);
  const approved = someJokes(60).filter(({ status }) => status === 'approved');

  test(
    'has each approved fact once, in an order that the seed decides',
    { tags: 'S2' },
    async () => {
      const order = await shuffled('bot');
      expect(order).toHaveLength(approved.length);
      expect(new Set(order)).toEqual(new Set(approved.map(({ joke_id }) => joke_id)));
      await running.restart();
      expect(await shuffled('bot')).toEqual(order);
      expect(await shuffled('bot-2')).not.toEqual(order);
      expect(await shuffled(encodeURIComponent('🤖'.repeat(32)))).toHaveLength(approved.length);
    },
  );

  test('repeats or skips one fact for each that comes or goes, on the page of each day', async () => {
    const order = await shuffled('bot');
    const [gone = 0] = order.slice(9);
    await running.refill([...approved.filter(({ joke_id }) => joke_id !== gone), aJoke(61)]);
    const later = await shuffled('bot');
    expect(later.filter((id) => id !== 61)).toEqual(order.filter((id) => id !== gone));
    const shown = [...order.slice(0, 20), ...later.slice(20)];
    expect(approved.length + 1 - new Set(shown).size).toBeLessThanOrEqual(2);
  });

  test('may be limited to a tag and to what is for children', async () => {
    await running.refill(
      Array.from({ length: 30 }, (_, index) =>
        aJoke(index + 1, { tags: index % 2 === 0 ? ['food'] : [], safe: index % 3 === 0 }),
      ),
    );
    const order = await shuffled('bot');
    expect(await allIds('&sortBy=shuffled&seed=bot&tag=food&safe=true&per_page=2')).toEqual(
      order.filter((id) => (id - 1) % 6 === 0),
    );
  });

  test('needs a seed, and has no page beyond the last one', async () => {
    expect(await running.api.request(SHUFFLED)).toMatchObject({
      status: 422,
      body: { detail: [{ loc: ['query', 'seed'], msg: 'A shuffled list needs a seed' }] },
    });
    expect(await running.api.request(`${SHUFFLED}&seed=bot&per_page=20&page=4`)).toMatchObject({
      status: 404,
      body: { detail: 'There is no page 4 of 3.' },
    });
    await running.refill([aJoke(1, { status: 'pending' })]);
    expect(await list(`${SHUFFLED}&seed=bot`)).toMatchObject({ jokes: [], total: 0, page: 1 });
  });
});

describe('a single joke', () => {
  beforeEach(() =>
    running.refill([aJoke(2), aJoke(3, { status: 'pending' }), aJoke(5), aJoke(4_000)]),
  );

  test.each([
    [2, null, 5],
    [5, 2, 4_000],
    [4_000, 5, null],
  ])('%i names the approved jokes before and after it', async (id, previous_id, next_id) => {
    const listed = (await list('/jokes')).jokes.find((joke) => joke.joke_id === id);
    expect((await running.api.request(`/jokes/${id}`)).body).toEqual({
      ...listed,
      histogram: [0, 0, 0, 0, 0],
      approved_at: aJoke(id).approved_at?.toISOString(),
      previous_id,
      next_id,
    });
  });

  test(
    'has the number of votes with each number of stars, as random and daily ones have; those of other lists have not',
    { tags: 'U18' },
    async () => {
      const histogram = [3, 0, 1, 0, 9] as const;
      await running.refill([aJoke(1, { histogram: [...histogram] })]);
      for (const path of ['/jokes/1', '/jokes/random']) {
        expect((await running.api.request(path)).body, path).toMatchObject({ histogram });
      }
      const daily = dailyJokeList.parse((await running.api.request('/jokes/daily')).body);
      expect(daily.jokes).toMatchObject([{ histogram }]);
      for (const path of ['/jokes', '/jokes/top', '/jokes/newest']) {
        expect(
          (await list(path)).jokes.map((joke) => 'histogram' in joke),
          path,
        ).toEqual([false]);
      }
    },
  );

  test('that is not approved or does not exist is a 404 for administrators, too', async () => {
    for (const id of [3, 4_001]) {
      const answer = await running.api.request(`/jokes/${id}`, { bearer: ADMIN_BEARER });
      expect(answer).toMatchObject({ status: 404, body: { detail: expect.any(String) } });
    }
  });
});

describe('a search of the list', () => {
  test('finds every match, whatever its case or accents', async () => {
    await running.refill([
      aJoke(1, { joke_text: 'Chuck Norris orders a CAFÉ AU LAIT and gets the café.' }),
      aJoke(2, { joke_text: 'The cafe closed. Chuck Norris did not.' }),
      aJoke(3, { joke_text: 'Nothing to see here at all.' }),
    ]);
    expect(await allIds('&search=caf%C3%A9')).toEqual([2, 1]);
    expect(await allIds('&search=CAFE%20AU')).toEqual([1]);
    expect(await allIds('&search=%20%20')).toEqual([3, 2, 1]);
  });

  test('finds text across a line break, which counts as a space', async () => {
    await running.refill([
      aJoke(1, { joke_text: 'Is Chuck Norris in?\n\nHe is.\nSince when?' }),
      aJoke(2, { joke_text: 'Is he in?  Chuck Norris is.' }),
    ]);
    expect(await allIds('&search=in%3F%20he%20is.%20since')).toEqual([1]);
    expect(await allIds('&search=he%20is.%0A%0Asince')).toEqual([1]);
    expect(await allIds('&search=in%3F%20chuck')).toEqual([2]);
  });
});

test('what administrators get is not compressed, so that its length reveals nothing', async () => {
  const options = { headers: { 'accept-encoding': 'br' }, bearer: ADMIN_BEARER };
  expect((await running.api.request('/jokes', options)).headers.get('content-encoding')).toBeNull();
});
