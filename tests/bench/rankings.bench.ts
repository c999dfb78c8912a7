import { generateJokes } from '../support/generated-jokes.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import {
  countStars,
  countVotes,
  scoreOf,
  votesOf,
  type Histogram,
} from '../../functions/src/catalog/score.ts';
import { createServices } from '../../functions/src/site.ts';
import type { ApiSite, Instance } from '../support/api-site.ts';
import { aJoke } from '../support/api/jokes.ts';
import { castVote } from '../support/api/visitor-steps.ts';
import { atMost, type Benchmark, type Row } from '../support/bench/measurement.ts';
import { startVirtualTime } from '../support/bench/virtual-time.ts';

const TRIES = 20;
const LATEST_SECONDS = 30;

const listed = async (instance: Instance, path: string) =>
  jokeList.parse((await instance.request(path)).body).jokes.map(({ joke_id }) => joke_id);

async function orderRows(site: ApiSite): Promise<Row[]> {
  const jokes = [...generateJokes({ count: 20_000 })];
  await site.fill(jokes);
  const approved = jokes.filter((joke) => joke.status === 'approved');
  const sum = (count: (histogram: Histogram) => number) =>
    approved.reduce((total, joke) => total + count(joke.histogram), 0);
  const prior = sum(countStars) / sum(countVotes);
  const score = new Map(
    approved.map((joke) => [joke.joke_id, scoreOf(votesOf(joke.histogram), prior)]),
  );
  const best = approved.toSorted(
    (a, b) => (score.get(b.joke_id) ?? 0) - (score.get(a.joke_id) ?? 0) || b.joke_id - a.joke_id,
  );
  const approvedAt = (joke: (typeof approved)[number]) => joke.approved_at?.getTime() ?? 0;
  const newest = approved.toSorted(
    (a, b) => approvedAt(b) - approvedAt(a) || b.joke_id - a.joke_id,
  );
  const instance = await site.start();
  const rows: Row[] = [];
  for (const { path, title, expected } of [
    { path: '/jokes/top', title: 'Top 100', expected: best.slice(0, 100) },
    { path: '/jokes/newest', title: 'Newest 40', expected: newest.slice(0, 40) },
  ]) {
    const shown = await listed(instance, path);
    const misplaced = expected.filter(({ joke_id }, place) => shown[place] !== joke_id).length;
    rows.push(atMost('P5', `places of the ${title} that differ from brute force`, misplaced, 0));
  }
  await instance.stop();
  return rows;
}

/** How late an instance that is asked every second, and counts votes itself, shows the votes of another one. */
async function lateRow(site: ApiSite): Promise<Row> {
  await site.fill(Array.from({ length: TRIES + 1 }, (_, at) => aJoke(at + 1)));
  const time = startVirtualTime();
  const shows = await site.start({ clock: time.now });
  const others = createServices((await site.start({ clock: time.now })).context);
  let latest = 0;
  let seconds = 0;
  /** The first joke of its Top 100, a second later. */
  async function leaderNext(): Promise<number | undefined> {
    seconds += 1;
    time.pass(1_000);
    const headers = { 'x-forwarded-for': `10.${seconds >> 8}.${seconds & 255}.1` };
    const body = { joke_id: TRIES + 1, rating_num: 1 };
    const { status } = await shows.request('/ratings', { method: 'POST', body, headers });
    if (status !== 201) throw new Error(`The status of a vote is ${status}`);
    return (await listed(shows, '/jokes/top'))[0];
  }
  for (let winner = 1; winner <= TRIES; winner += 1) {
    // At any time between two refreshes.
    for (let wait = (winner * 7) % 25; wait > 0; wait -= 1) await leaderNext();
    // More votes than the winner before has.
    for (let voter = 0; voter < 4 + 2 * winner; voter += 1) {
      await castVote(others, winner, 5);
    }
    const begun = seconds;
    while ((await leaderNext()) !== winner);
    latest = Math.max(latest, seconds - begun);
  }
  time.stop();
  return atMost(
    'P5',
    `seconds until the Top 100 of another instance shows votes, maximum of ${TRIES}`,
    latest,
    LATEST_SECONDS,
  );
}

/** P5: the order of the Top 100 and the Newest 40, and how late it is. */
export const benchmark: Benchmark = async (site) => [
  ...(await orderRows(site)),
  await lateRow(site),
];
