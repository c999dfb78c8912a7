import { expect, test } from 'vitest';
import { createServices } from '../../functions/src/site.ts';
import { admin } from '../support/api/changes.ts';
import { aJoke } from '../support/api/jokes.ts';
import { listedIds } from '../support/api/lists.ts';
import { useApi } from '../support/api/use-api.ts';
import { castVote, setVoterKey } from '../support/api/visitor-steps.ts';

/** Those with higher numbers are newer and worse. */
const running = useApi(
  Array.from({ length: 120 }, (_, index) =>
    aJoke(index + 1, { histogram: [index, 0, 0, 0, 120 - index] }),
  ),
);

const ids = (path: string) => listedIds(running.api, path);

test('a list by rating is that of the Top 100, and goes on where they end', async () => {
  const numbers = Array.from({ length: 120 }, (_, index) => index + 1);
  expect(await ids('/jokes/top')).toEqual(numbers.slice(0, 100));
  expect(await ids('/jokes/top?limit=10')).toEqual(numbers.slice(0, 10));
  expect(await ids('/jokes?sortBy=rating_desc&per_page=100')).toEqual(numbers.slice(0, 100));
  expect(await ids('/jokes?sortBy=rating_desc&per_page=100&page=2')).toEqual(numbers.slice(100));
});

test('an old joke that is rejected and approved again is not among the newest', async () => {
  const newest = await ids('/jokes/newest');
  expect(newest).not.toContain(1);
  await admin(running.api, 'POST', 'reject/1');
  await admin(running.api, 'POST', 'approve/1');
  expect(await ids('/jokes/newest')).toEqual(newest);
});

test('this week has the jokes with at least five votes that count since Monday, ranked by these votes', async () => {
  await running.refill([1, 2, 3, 4].map((id) => aJoke(id, { histogram: [0, 0, 0, 0, 50] })));
  // Five votes of two networks that share a group do not count as five.
  await setVoterKey(running.api.context);
  // Not the instance that is asked, which knows its own votes at once.
  const services = createServices(running.api.context);
  for (const [jokeId, stars, times] of [
    [1, 3, 5],
    [2, 5, 5],
    [3, 5, 4],
  ] as const) {
    for (let vote = 1; vote <= times; vote += 1) {
      await castVote(services, jokeId, stars, { network: `network ${vote}` });
    }
  }
  expect(await ids('/jokes/top?period=week')).toEqual([2, 1]);
  expect(await ids('/jokes/top')).toEqual([2, 3, 4, 1]);
});
