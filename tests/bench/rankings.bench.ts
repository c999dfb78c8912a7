import { generateJokes } from '../support/generated-jokes.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import {
  countStars,
  countVotes,
  rankingScore,
  type Histogram,
} from '../../functions/src/catalog/score.ts';
import { createServices } from '../../functions/src/services.ts';
import { atMost, costOf, mustHold, type Benchmark } from '../support/bench/measurement.ts';

/** P5: the cost and the order of the Top 100 and the Newest 40. */
export const benchRankings: Benchmark = async (site) => {
  const jokes = [...generateJokes({ count: 20_000 })];
  await site.fill(jokes);
  const approved = jokes.filter((joke) => joke.status === 'approved');
  const sum = (count: (histogram: Histogram) => number) =>
    approved.reduce((total, joke) => total + count(joke.histogram), 0);
  const prior = sum(countStars) / sum(countVotes);
  const score = new Map(
    approved.map((joke) => [joke.joke_id, rankingScore(joke.histogram, prior)]),
  );
  const best = approved.toSorted(
    (a, b) => (score.get(b.joke_id) ?? 0) - (score.get(a.joke_id) ?? 0) || b.joke_id - a.joke_id,
  );
  const approvedAt = (joke: (typeof approved)[number]) => joke.approved_at?.getTime() ?? 0;
  const newest = approved.toSorted(
    (a, b) => approvedAt(b) - approvedAt(a) || b.joke_id - a.joke_id,
  );

  const rows = [];
  const earlier = await site.start();
  await earlier.request('/jokes/top');
  await earlier.stop();
  for (const { path, title, expected, reads } of [
    { path: '/jokes/top', title: 'Top 100', expected: best.slice(0, 100), reads: 101 },
    { path: '/jokes/newest', title: 'Newest 40', expected: newest.slice(0, 40), reads: 40 },
  ]) {
    const instance = await site.start();
    const cold = await costOf(site, () => instance.request(path));
    const warm = await costOf(site, () => instance.request(path));
    const shown = jokeList.parse((await instance.request(path)).body).jokes;
    const misplaced = expected.filter(
      (joke, place) => shown[place]?.joke_id !== joke.joke_id,
    ).length;
    await instance.stop();
    rows.push(
      atMost('P5', `reads of the ${title}, cold`, cold.reads, reads),
      atMost('P5', `reads of the ${title}, warm`, warm.reads, 0),
      mustHold(
        'P5',
        `places of the ${title} that differ from brute force`,
        String(misplaced),
        '0',
        misplaced === 0,
      ),
    );
  }
  const { ratings } = createServices((await site.start()).context);
  for (const { joke_id } of best.slice(0, 120)) {
    for (let voter = 0; voter < 5; voter += 1) {
      await ratings.add(joke_id, `voter-${voter}`, { stars: 5, group: voter });
    }
  }
  const instance = await site.start();
  const list = () => costOf(site, () => instance.request('/jokes/top?period=week'));
  const [cold, warm] = [await list(), await list()];
  await instance.stop();
  return [
    ...rows,
    atMost('P5', 'reads of this week’s Top 100, cold', cold.reads, 101),
    atMost('P5', '… warm', warm.reads, 0),
  ];
};
