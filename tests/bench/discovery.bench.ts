import { READ } from '../../functions/src/catalog/follower.ts';
import { createRandom } from '../support/random.ts';
import { countVotes, meanRating } from '../../functions/src/catalog/score.ts';
import { DAY_MS } from '../../functions/src/domain/index.ts';
import { createServices, type Services } from '../../functions/src/site.ts';
import { aJoke } from '../support/api/jokes.ts';
import type { ApiSite } from '../support/api-site.ts';
import { approve, reject } from '../support/moderation-steps.ts';
import {
  forInformation,
  median,
  mustHold,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';
import {
  drawMean,
  drawNetwork,
  drawStars,
  FOLLOWED_MS,
  idsFrom,
  scoresOf,
  type Scored,
} from '../support/bench/simulated-votes.ts';
import { startVirtualTime } from '../support/bench/virtual-time.ts';
import { castVote, setVoterKey } from '../support/api/visitor-steps.ts';

const JOKES = 2_000;
const VOTES = 20_000;
/** Jokes that arrive after half of the votes, and how good they are. */
const ARRIVALS = 20;
const ARRIVAL_MEAN = 4.15;
/** Jokes that are approved only after all votes. */
const UNRATED = JOKES + ARRIVALS + 1;
const LIFTED = UNRATED + 1;
const HARDLY_RATED = UNRATED + 2;
const VOTES_PER_DAY = 3_000;
/** For the catalog: orders follow every five votes, not each one as they would at that pace. */
const BETWEEN_VOTES_MS = 1_000;
const SEEDS = [1, 2, 3];
/** How many facts a simulated visitor rates; the browser excludes these. */
const VOTES_PER_VISIT = 10;
const TOP = 100;

const STUFFED_VOTES = 280;
const BROWSERS = 20;
const HONEST_MEAN = 3.3;

/** Five-star votes of many browsers in one network. */
async function stuff(services: Services, jokeId: number): Promise<void> {
  for (let vote = 0; vote < STUFFED_VOTES; vote += 1) {
    await castVote(services, jokeId, 5, { network: 'stuffing' });
  }
}

/** The rank of a joke by one of its scores, from 1. */
function rankOf(scores: ReadonlyMap<number, Scored>, id: number, by: 'score' | 'unweighted') {
  const own = scores.get(id)?.[by] ?? NaN;
  return 1 + [...scores.values()].filter((other) => other[by] > own).length;
}

/** The rank of each value, 0 for the highest; equal values get the mean of their ranks. */
function ranksOf(values: readonly number[]): number[] {
  const order = values.map((_, index) => index).sort((a, b) => (values[b] ?? 0) - (values[a] ?? 0));
  const ranks = values.map(() => 0);
  for (let start = 0; start < order.length;) {
    let end = start + 1;
    while (end < order.length && values[order[end] ?? 0] === values[order[start] ?? 0]) end += 1;
    for (const index of order.slice(start, end)) ranks[index] = (start + end - 1) / 2;
    start = end;
  }
  return ranks;
}

/** Spearman's correlation: Pearson's correlation of the ranks. */
function spearman(a: readonly number[], b: readonly number[]): number {
  const middle = (a.length - 1) / 2;
  const product = (x: readonly number[], y: readonly number[]) =>
    x.reduce((sum, value, index) => sum + (value - middle) * ((y[index] ?? 0) - middle), 0);
  const [ranksA, ranksB] = [ranksOf(a), ranksOf(b)];
  return product(ranksA, ranksB) / Math.sqrt(product(ranksA, ranksA) * product(ranksB, ranksB));
}

interface Simulated {
  /** how many stars the Top 100 are worse than the best 100 */
  gap: number;
  /** how many of the late jokes are in the Top 100 */
  arrived: number;
  /** the share of jokes that were shown */
  shown: number;
}

type SimulatedSite = Awaited<ReturnType<typeof simulate>>;

/** A site after its votes, each of which follows a view of Random. */
async function simulate(site: ApiSite, seed: number, mix: 'discover' | undefined) {
  const random = createRandom(seed);
  const late = idsFrom(JOKES + 1, ARRIVALS);
  const means = new Map(idsFrom(1, JOKES).map((id) => [id, drawMean(random)]));
  for (const id of late) means.set(id, ARRIVAL_MEAN);
  await site.fill([
    ...idsFrom(1, JOKES).map((id) => aJoke(id)),
    ...[...late, UNRATED, LIFTED, HARDLY_RATED].map((id) => aJoke(id, { status: 'pending' })),
  ]);
  const time = startVirtualTime();
  let elapsed = 0;
  const instance = await site.start({ clock: time.now, monotonic: () => elapsed, random });
  await setVoterKey(instance.context);
  const services = createServices(instance.context);
  /** Lets every order and average follow the votes. */
  const follow = (after = FOLLOWED_MS) => {
    time.pass(after);
    elapsed += after;
  };
  const shown = new Set<number>();
  let seen: number[] = [];
  for (let vote = 0; vote < VOTES; vote += 1) {
    if (vote === VOTES / 2) for (const id of late) await approve(services, id);
    if (vote % VOTES_PER_VISIT === 0) seen = [];
    time.pass(86_400_000 / VOTES_PER_DAY);
    elapsed += BETWEEN_VOTES_MS;
    const exclude = seen.length === 0 ? undefined : seen.join(',');
    const { joke_id } = await services.jokes.random(mix ? { mix, exclude } : {});
    seen.push(joke_id);
    shown.add(joke_id);
    const stars = drawStars(means.get(joke_id) ?? 0, random);
    await castVote(services, joke_id, stars, { network: drawNetwork(random) });
  }
  follow();
  const top = (await services.follower.read(READ.visitor)).top().slice(0, TOP);
  const meanOf = (values: readonly number[]) =>
    values.reduce((sum, value) => sum + value, 0) / values.length;
  const best = [...means.values()].toSorted((a, b) => b - a).slice(0, TOP);
  const result: Simulated = {
    gap: meanOf(best) - meanOf(top.map(({ joke_id }) => means.get(joke_id) ?? 0)),
    arrived: top.filter(({ joke_id }) => joke_id > JOKES).length,
    shown: shown.size / means.size,
  };
  async function stop(): Promise<void> {
    await instance.stop();
    time.stop();
  }
  return { result, services, follow, stop };
}

/** P20: how many networks make a joke number 1, if 20 browsers of each give it five stars. */
async function networkRows({ services, follow }: SimulatedSite): Promise<Row[]> {
  /** The number of networks after which it leads. */
  async function networksFor(jokeId: number, period?: 'week'): Promise<number> {
    for (let network = 1; ; network += 1) {
      for (let browser = 0; browser < BROWSERS; browser += 1) {
        await castVote(services, jokeId, 5, { network: `attacking network ${network}` });
      }
      follow();
      const catalog = await services.follower.read(READ.visitor);
      const [leader] = period ? catalog.topOfWeek() : catalog.top();
      if (leader?.joke_id === jokeId) return network;
    }
  }
  await approve(services, LIFTED);
  const unrated = await networksFor(LIFTED);
  await reject(services, LIFTED);
  await approve(services, HARDLY_RATED);
  for (const network of idsFrom(1, 10)) {
    await castVote(services, HARDLY_RATED, network > 7 ? 4 : 3, { network: `network ${network}` });
  }
  const hardlyRated = await networksFor(HARDLY_RATED);
  // A week in which no joke has five votes.
  follow(7 * DAY_MS);
  const ofWeek = await networksFor(HARDLY_RATED, 'week');
  await reject(services, HARDLY_RATED);
  const row = (what: string, networks: number) => forInformation('P20', what, String(networks));
  return [
    row(
      `networks of which ${BROWSERS} browsers each make a joke that nobody else has rated number 1 of ${JOKES.toLocaleString('en')}`,
      unrated,
    ),
    row('… number 1 of This week, if none has five votes', ofWeek),
    row(`… that make one with ten votes and ${HONEST_MEAN} stars number 1`, hardlyRated),
  ];
}

/** P20: where such votes lift jokes on a site after many honest ones, and what groups change for these. */
async function siteRows({ services, follow }: SimulatedSite): Promise<Row[]> {
  const before = [...(await scoresOf(services)).values()];
  const order = spearman(
    before.map(({ score }) => score),
    before.map(({ unweighted }) => unweighted),
  );
  await approve(services, UNRATED);
  const votes = ({ joke }: Scored) => countVotes(joke.histogram);
  const distance = ({ joke }: Scored) => Math.abs(meanRating(joke.histogram) - HONEST_MEAN);
  const average =
    before
      .filter((joke) => votes(joke) >= 10)
      .toSorted((one, other) => distance(one) - distance(other))[0]?.joke.joke_id ?? 0;
  await stuff(services, average);
  await stuff(services, UNRATED);
  follow();
  const stuffed = await scoresOf(services);
  const rankRow = (what: string, id: number, best: number) => {
    const [is, control] = [rankOf(stuffed, id, 'score'), rankOf(stuffed, id, 'unweighted')];
    return mustHold(
      'P20',
      what,
      `no. ${is}; without groups: no. ${control}`,
      `> ${best}, without groups not`,
      is > best && control <= best,
    );
  };
  // 200 votes of 200 networks, on a joke that few have rated.
  const fresh = before.find((joke) => votes(joke) < 5);
  const freshId = fresh?.joke.joke_id ?? 0;
  for (const network of idsFrom(1, 200)) {
    await castVote(services, freshId, 5, { network: `network ${network}` });
  }
  const lifted = (await scoresOf(services)).get(freshId);
  const effect =
    fresh && lifted ? (lifted.score - fresh.score) / (lifted.unweighted - fresh.unweighted) : NaN;
  const ratedJoke = `… rank of a joke with ten votes or more and about ${HONEST_MEAN} stars after that`;
  return [
    rankRow(ratedJoke, average, TOP),
    rankRow('… rank of one that nobody else has rated', UNRATED, 20),
    mustHold(
      'P20',
      '… effect of 200 votes of 200 networks, as a share of that without groups',
      effect.toFixed(3),
      '≥ 0.95',
      effect >= 0.95,
    ),
    mustHold(
      'P20',
      '… correlation of the order of all jokes with that without groups, before these votes',
      order.toFixed(4),
      '≥ 0.995',
      order >= 0.995,
    ),
  ];
}

/** P21: whether the votes of Random find the best jokes. */
function learningRows(discover: readonly Simulated[], uniform: Simulated): Row[] {
  const row = (
    what: string,
    result: keyof Simulated,
    bound: string,
    hold: (ours: number, control: number) => boolean,
  ) => {
    const ours = median(discover.map((each) => each[result]));
    const control = uniform[result];
    const measured = `${ours.toFixed(2)}; uniform: ${control.toFixed(2)}`;
    return mustHold('P21', what, measured, bound, hold(ours, control));
  };
  return [
    row(
      `${VOTES.toLocaleString('en')} votes from Random on ${JOKES.toLocaleString('en')} jokes, median of ${SEEDS.length} seeds: how many stars the Top 100 are worse than the true ones`,
      'gap',
      '≤ 0.20, uniform more',
      (ours, control) => ours <= 0.2 && control > 0.2,
    ),
    row(
      `… how many of ${ARRIVALS} excellent jokes that arrive after half of them are in the Top 100`,
      'arrived',
      '≥ 13, uniform fewer',
      (ours, control) => ours >= 13 && control < 13,
    ),
    row('… share of the jokes that were shown', 'shown', '≥ 0.90', (ours) => ours >= 0.9),
  ];
}

/** P20 and P21: votes that nobody can stuff, and a Random that finds the best jokes. */
export const benchmark: Benchmark = async (site) => {
  const rows: Row[] = [];
  const control = await simulate(site, SEEDS[0] ?? 1, undefined);
  await control.stop();
  const results: Simulated[] = [];
  for (const seed of SEEDS) {
    const simulated = await simulate(site, seed, 'discover');
    results.push(simulated.result);
    if (seed === SEEDS[0]) {
      rows.push(...(await networkRows(simulated)), ...(await siteRows(simulated)));
    }
    await simulated.stop();
  }
  return [...rows, ...learningRows(results, control.result)];
};
