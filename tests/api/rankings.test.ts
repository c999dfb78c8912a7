import { expect, test } from 'vitest';
import { generateJokes, type SeedJoke } from '../../emulators/seed/index.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import { rankingScore } from '../../functions/src/ratings/score.ts';
import { openSite } from '../site.ts';
import { aJoke } from './jokes.ts';
import { useSite } from './use-site.ts';

// Few different histograms, so that ties are frequent.
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
const running = useSite(jokes);
const approved = jokes.filter((joke) => joke.status === 'approved');

async function ids(path: string): Promise<number[]> {
  const list = jokeList.parse((await running.api.request(path)).body);
  return list.jokes.map((joke) => joke.joke_id);
}

test('the Top 100 are the approved jokes of the highest score, of equal ones the newer first', async () => {
  const expected = approved
    .toSorted(
      (a, b) => rankingScore(b.histogram) - rankingScore(a.histogram) || b.joke_id - a.joke_id,
    )
    .map((joke) => joke.joke_id);
  expect(await ids('/jokes/top')).toEqual(expected.slice(0, 100));
  expect(await ids('/jokes/top?limit=10')).toEqual(expected.slice(0, 10));
});

test('the newest are the 40 jokes approved last', async () => {
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
])('%s is refused', { tags: 'S19' }, async (path) => {
  expect((await running.api.request(path)).status).toBe(422);
});

test('a joke that one visitor gave five stars does not lead one that hundreds gave them', async () => {
  const other = await openSite();
  await other.fill([
    aJoke(1, { histogram: [2, 3, 10, 60, 400] }),
    aJoke(2, { histogram: [0, 0, 0, 0, 1] }),
  ]);
  const instance = await other.start();
  expect((await instance.request('/jokes/top')).body).toMatchObject({
    jokes: [{ joke_id: 1 }, { joke_id: 2 }],
  });
  await other.stop();
});
