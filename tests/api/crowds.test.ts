// @module-tag P26
import { beforeEach, expect, test } from 'vitest';
import { createApp } from '../../functions/src/app.ts';
import {
  createSearchService,
  type SearchService,
} from '../../functions/src/catalog/search.service.ts';
import {
  createSimilarService,
  type SimilarService,
} from '../../functions/src/catalog/similar.service.ts';
import { createCardService } from '../../functions/src/images/cards.service.ts';
import { createJokeService } from '../../functions/src/jokes/jokes.service.ts';
import { limits } from '../../functions/src/domain/index.ts';
import { createServices } from '../../functions/src/site.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { serve } from '../support/api/serve.ts';
import { useImages } from '../support/api/use-images.ts';
import { createTime } from '../support/api/virtual-time.ts';

const time = createTime();
const running = useImages([aJoke(1), aJoke(2)], time.replaced);

/** Two run at once, twenty wait, and administrators find five more places. */
const [AT_ONCE, WAITING, FOR_ADMINISTRATORS] = [2, 20, 5];

let origin: string;
/** what has begun to read all texts, in this order */
let begun: string[];
/** lets it go on */
let release: () => void;

/** Only administrators search in facts of any status. */
const kindOf = (kind: string, { statuses }: { statuses: readonly unknown[] }) =>
  statuses.length > 1 ? 'for an administrator' : kind;

/** Serves the API, with searches and comparisons that wait until the test lets them go on. */
beforeEach(async () => {
  const { context } = running.api;
  const held = Promise.withResolvers<void>();
  begun = [];
  release = held.resolve;
  async function hold<Result>(what: string, work: () => Promise<Result>): Promise<Result> {
    begun.push(what);
    await held.promise;
    return work();
  }
  const [texts, comparisons] = [createSearchService(), createSimilarService()];
  const search: SearchService = {
    ...texts,
    find: (...given) => hold(kindOf('list', given[2]), () => texts.find(...given)),
    findWords: (...given) => hold('search', () => texts.findWords(...given)),
    findRelated: (...given) => hold('related', () => texts.findRelated(...given)),
  };
  const similar: SimilarService = {
    find: (...given) => hold(kindOf('similar', given[2]), () => comparisons.find(...given)),
  };
  const services = createServices(context);
  const jokes = createJokeService({ ...services, search });
  const app = createApp(context, { ...services, jokes, similar });
  origin = await serve(app);
});

/** Every call that reads all texts; each visitor comes from another network. */
const calls = {
  search: (init?: RequestInit) => fetch(`${origin}/api/v1/jokes/search?q=heart`, init),
  list: (init?: RequestInit) => fetch(`${origin}/api/v1/jokes?search=heart`, init),
  related: (init?: RequestInit) => fetch(`${origin}/api/v1/jokes/1/related`, init),
  similar: (init?: RequestInit) =>
    fetch(`${origin}/api/v1/jokes/similar`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ joke_text: 'Chuck Norris is everywhere at once.' }),
      ...init,
    }),
};
const asAdmin = { headers: { authorization: `Bearer ${ADMIN_BEARER}` } };

type Call = (init?: RequestInit) => Promise<Response>;

/** Sends calls, of which so many find a place in the line; resolves when the others were refused. */
async function send(places: number, ways: readonly Call[], init?: RequestInit) {
  let refused = 0;
  const asked = Array.from({ length: places + 10 }, async (_, at) => {
    const response = await ways[at % ways.length]?.(init);
    if (response?.status === 503) refused += 1;
    return response?.status;
  });
  await expect.poll(() => refused).toBe(10);
  return asked;
}

/** Requests that fill the line, after two that run. */
async function fillLine(ways: readonly Call[] = Object.values(calls), init?: RequestInit) {
  const first = Array.from({ length: AT_ONCE }, async () => (await calls.related()).status);
  await expect.poll(() => begun).toHaveLength(AT_ONCE);
  return { first, waiting: await send(WAITING, ways, init) };
}

const statusesInLog = async (count: number) =>
  (await running.loggedRequests(count)).map(({ status }) => status);
const times = (count: number, what: unknown) => Array.from({ length: count }, () => what);

test('searches, related and similar facts share one line; who finds no place is told to come back', async () => {
  const { first, waiting } = await fillLine();
  for (const call of Object.values(calls)) {
    const refused = await call();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5']);
    const detail = 'Too many people are searching. Please try again.';
    expect(await refused.json()).toEqual({ detail });
  }
  // Others are answered meanwhile.
  expect((await fetch(`${origin}/api/v1/jokes?page=1`)).status).toBe(200);
  expect(begun).toHaveLength(AT_ONCE);
  release();
  const statuses = await Promise.all([...first, ...waiting]);
  expect(statuses.filter((status) => status === 200)).toHaveLength(AT_ONCE + WAITING);
  const logged = await statusesInLog(statuses.length + 5);
  expect(logged.filter((status) => status === 503)).toHaveLength(14);
});

test('a fact’s page has the related facts that are known or found at once, and never waits for other searches', async () => {
  const carries = async (id: number) => {
    const response = await fetch(`${origin}/fact/${id}`);
    expect(response.status).toBe(200);
    return (await response.text()).includes('"name":"getRelatedJokes"');
  };
  const first = calls.related();
  await expect.poll(() => begun).toEqual(['related']);
  expect(await carries(1)).toBe(false);
  release();
  await first;
  expect(await carries(2)).toBe(true);
  time.pass(20_000);
  expect([await carries(1), await carries(2)]).toEqual([true, true]);
  expect(begun).toEqual(['related', 'related']);
});

test('an administrator finds a place in a full line, and comes first', async () => {
  const { first, waiting } = await fillLine();
  const own = [
    () => fetch(`${origin}/api/v1/admin/similar/1`, asAdmin),
    () => fetch(`${origin}/api/v1/jokes?search=heart&status=all`, asAdmin),
  ];
  const urgent = await send(FOR_ADMINISTRATORS, own);
  release();
  await Promise.all([...first, ...waiting, ...urgent]);
  expect(begun.slice(AT_ONCE, AT_ONCE + FOR_ADMINISTRATORS)).toEqual(
    times(FOR_ADMINISTRATORS, 'for an administrator'),
  );
});

test('what was abandoned while it waited is never searched, and leaves its place to others', async () => {
  const leaving = new AbortController();
  const { search, list, related } = calls;
  const { first, waiting } = await fillLine([search, list, related], { signal: leaving.signal });
  leaving.abort();
  await Promise.allSettled(waiting);
  await expect
    .poll(async () => (await statusesInLog(10)).filter((status) => status === undefined))
    .toHaveLength(WAITING);
  const another = await send(WAITING, [search]);
  release();
  expect(
    (await Promise.all([...first, ...another])).filter((status) => status === 200),
  ).toHaveLength(AT_ONCE + WAITING);
  expect(begun).toEqual([...times(AT_ONCE, 'related'), ...times(WAITING, 'search')]);
  expect(running.logged.filter(({ severity }) => severity === 'ERROR')).toEqual([]);
});

test('what waited until its time was up is never searched', async () => {
  const { first, waiting } = await fillLine();
  time.pass(limits.requestTimeoutSeconds * 1_000);
  expect(new Set(await Promise.all([...first, ...waiting]))).toEqual(new Set([503]));
  const another = await send(WAITING, [calls.search]);
  release();
  await Promise.all(another);
  expect(begun).toEqual([...times(AT_ONCE, 'related'), ...times(WAITING, 'search')]);
});

test('a visitor’s card is drawn after 81 requests for cards were abandoned', async () => {
  const cards = createCardService(createServices(running.api.context));
  const leaving = new AbortController();
  const asked = times(81, undefined).map(() => cards.read(1, 'tall', leaving.signal));
  const { signal } = new AbortController();
  await expect(cards.read(1, 'wide', signal)).rejects.toThrow('Too many cards are being drawn.');
  const gone = new Error('gone');
  leaving.abort(gone);
  const ends = await Promise.allSettled([...asked, cards.read(1, 'wide', signal)]);
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(ends.at(-1)).toMatchObject({ status: 'fulfilled' });
});
