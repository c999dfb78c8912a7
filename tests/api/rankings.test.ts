import { beforeEach, describe, expect, test } from 'vitest';
import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { countStars, countVotes, scoreOf, votesOf } from '../../functions/src/catalog/score.ts';
import { createServices } from '../../functions/src/site.ts';
import { ADMIN_BEARER } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { listedIds } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';
import { castVote } from '../support/api/visitor-steps.ts';

// Few distinct histograms, so that ties are frequent.
const histograms: SeedJoke['histogram'][] = [
  [0, 0, 0, 0, 0],
  [0, 0, 0, 0, 1],
  [0, 1, 0, 40, 90],
  [3, 0, 9, 2, 0],
  [0, 0, 0, 2, 900],
];
const jokes = [...generateJokes({ count: 400, pendingShare: 0.1, rejectedShare: 0.1 })].map(
  (joke, index) =>
    index % 3 === 0 ? { ...joke, histogram: histograms[index % 5] ?? joke.histogram } : joke,
);
const running = useApi(jokes);
const approved = jokes.filter((joke) => joke.status === 'approved');

/** The average vote for approved jokes. */
const prior =
  approved.reduce((sum, joke) => sum + countStars(joke.histogram), 0) /
  approved.reduce((sum, joke) => sum + countVotes(joke.histogram), 0);
const score = ({ histogram }: SeedJoke) => scoreOf(votesOf(histogram), prior);
const best = approved.toSorted((a, b) => score(b) - score(a) || b.joke_id - a.joke_id);

const ids = (path: string) => listedIds(running.api, path);

test('the Top 100 are the approved jokes with the highest scores, newer ones first on a tie', async () => {
  const expected = best.map((joke) => joke.joke_id);
  expect(await ids('/jokes/top')).toEqual(expected.slice(0, 100));
  expect(await ids('/jokes/top?limit=10')).toEqual(expected.slice(0, 10));
});

test('a list by rating goes on where the Top 100 end', async () => {
  const expected = best.map((joke) => joke.joke_id);
  const list = '/jokes?sortBy=rating_desc&per_page=100';
  expect(await ids(list)).toEqual(await ids('/jokes/top'));
  expect(await ids(`${list}&page=2`)).toEqual(expected.slice(100, 200));
});

test('the newest are the 40 most recently approved jokes', async () => {
  const expected = approved
    .toSorted(
      (a, b) =>
        (b.approved_at?.getTime() ?? 0) - (a.approved_at?.getTime() ?? 0) || b.joke_id - a.joke_id,
    )
    .map((joke) => joke.joke_id);
  expect(await ids('/jokes/newest')).toEqual(expected.slice(0, 40));
});

test.each([
  '/jokes/top?limit=101',
  '/jokes/newest?limit=41',
  '/jokes/top?limit=0',
  '/jokes/top?page=2',
  '/jokes/top?period=year',
])('%s is refused', { tags: 'S19' }, async (path) => {
  expect((await running.api.request(path)).status).toBe(422);
});

describe('on the instance that makes the change', () => {
  let now: number;
  const pending = jokes.find((joke) => joke.status === 'pending')?.joke_id ?? 0;

  const act = (method: string, path: string, body?: unknown) =>
    running.api.request(path, { method, body, bearer: ADMIN_BEARER });

  beforeEach(async () => {
    now = Date.UTC(2026, 11, 1);
    await running.restart({ clock: () => now });
    await ids('/jokes/top');
    await ids('/jokes/newest');
  });

  test('an old joke that is rejected and approved again is not among the newest', async () => {
    const newest = await ids('/jokes/newest');
    const old = approved.find((joke) => !newest.includes(joke.joke_id));
    if (!old) throw new Error('Every fact is new');
    const approvedAt = async (): Promise<unknown> =>
      (await running.api.context.db.doc(`jokes/${old.joke_id}`).get()).get('approved_at');
    const before = await approvedAt();
    await act('POST', `/admin/reject/${old.joke_id}`);
    await act('POST', `/admin/approve/${old.joke_id}`);
    expect(await ids('/jokes/newest')).toEqual(newest);
    expect(await approvedAt()).toEqual(before);
  });

  test('a decision shows at once and a vote within five seconds, and neither costs the lists a read', async () => {
    const [first, second] = await ids('/jokes/top');
    await act('POST', `/admin/approve/${pending}`);
    await act('POST', '/ratings', { joke_id: first, rating_num: 1 });
    running.site.firestore.resetRecords();
    expect((await ids('/jokes/newest'))[0]).toBe(pending);
    now += 5_000;
    expect((await ids('/jokes/top'))[0]).toBe(second);
    expect(running.site.firestore.totals().reads).toBe(0);
  });
});

describe('this week', () => {
  const MONDAY = Date.parse('2026-11-23T00:00:00Z');
  const ranking = '/jokes/top?period=week';

  /** An instance, and another one that votes, at a time that a test changes. */
  async function start(now: number) {
    const time = { now };
    const parts = { clock: () => time.now };
    await running.refill([1, 2, 3, 4].map((id) => aJoke(id, { histogram: [0, 0, 0, 0, 50] })));
    await running.restart(parts);
    // Not the instance that is asked, which knows its own votes at once.
    const services = createServices({ ...running.api.context, ...parts });
    const rate = async (jokeId: number, stars: number, times = 5) => {
      for (let vote = 0; vote < times; vote += 1) {
        await castVote(services, jokeId, stars);
      }
    };
    return { time, rate };
  }

  test('ranks the jokes with at least five votes that count since Monday, by these votes', async () => {
    const { rate } = await start(MONDAY);
    await rate(1, 3);
    await rate(2, 5);
    await rate(3, 5, 4);
    expect(await ids(ranking)).toEqual([2, 1]);
    expect(await ids('/jokes/top')).toEqual([2, 3, 4, 1]);
  });

  test('follows other instances after 25 seconds, and is empty when the next week begins', async () => {
    const { time, rate } = await start(MONDAY - 60_000);
    await rate(1, 5);
    expect(await ids(ranking)).toEqual([1]);
    await rate(2, 5);
    expect(await ids(ranking)).toEqual([1]);
    time.now += 25_001;
    expect(await ids(ranking)).toEqual([2, 1]);
    time.now = MONDAY;
    expect(await ids(ranking)).toEqual([]);
    await rate(3, 4);
    time.now += 25_001;
    expect(await ids(ranking)).toEqual([3]);
  });
});
