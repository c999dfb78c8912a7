import { READ } from '../../functions/src/catalog/follower.ts';
import { createDraw, createRandom, shuffle, zipf } from '../support/random.ts';
import { seedJokes, type SeedJoke } from '../../local/seed/index.ts';
import { limits } from '../../functions/src/domain/index.ts';
import { createServices, type Context } from '../../functions/src/site.ts';
import { ASSUMED, MONTH_DAYS, VIEWS_A_MONTH } from './cost-estimate.ts';
import type { ApiSite } from '../support/api-site.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { createHostingCache } from '../support/hosting-cache.ts';
import { buildRenderer } from '../support/bench/built-site.ts';
import {
  forInformation,
  mustHold,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';
import { startVirtualTime } from '../support/bench/virtual-time.ts';
import { castVote } from '../support/api/visitor-steps.ts';
import { jokeCalls } from '../../web/src/paths.ts';

const MONTH_MS = MONTH_DAYS * 86_400_000;
const TEN_MINUTES_MS = 600_000;
/** Views before counting starts, and counted views. */
const WARM_UP_VIEWS = 4_000;
const COUNTED_VIEWS = 8_000;

/** The views a month for which reads are to cost nothing, with few and with many facts. */
const FREE_VIEWS = 1_000_000;
const MANY_FACTS = 20_000;
/** Free are 50,000 reads a day, 347 in ten minutes: for two instances, votes and starts. */
const FREE_READS = 130;

const approvedOf = (jokes: readonly SeedJoke[]) =>
  jokes.filter((joke) => joke.status === 'approved');

/** Draws the ids of jokes by Zipf's law, in an order of their own. */
function drawJokes(jokes: readonly SeedJoke[], seed: number): () => number {
  const order = shuffle(jokes, createRandom(seed));
  const draw = createDraw(zipf(order.length), createRandom(seed + 1));
  return () => order[draw()]?.joke_id ?? 0;
}

/**
 * Draws what a view requests: a page for the first view of a visit, afterwards an API response. Its kind
 * is as assumed, pages and facts by Zipf's law.
 */
function createViews(pages: number, facts: readonly SeedJoke[]): () => string {
  const random = createRandom(21);
  const drawPage = createDraw(zipf(pages), createRandom(22));
  const drawFact = drawJokes(facts, 23);
  const { list, top, newest, single } = ASSUMED.views;
  const drawn = (): [page: string, response: string] => {
    const kind = random();
    if (kind < list) {
      const number = drawPage() + 1;
      return [number === 1 ? '/' : `/?page=${number}`, jokeCalls.page(number).url];
    }
    if (kind < list + top * (1 - ASSUMED.weekOfTop)) return ['/top-100', jokeCalls.top.url];
    if (kind < list + top) return ['/top-100?period=week', jokeCalls.topOfWeek.url];
    if (kind < list + top + newest) return ['/newest', jokeCalls.newest.url];
    if (kind >= list + top + newest + single) return ['/random', jokeCalls.random().url];
    const joke_id = drawFact();
    return [`/fact/${joke_id}`, jokeCalls.joke(joke_id).url];
  };
  let views = 0;
  return () => {
    views += 1;
    const [page, response] = drawn();
    return views % ASSUMED.viewsPerVisit === 1 ? page : response;
  };
}

/** What happens at a rate of views. */
interface Traffic {
  /** the share of the views that reach the function */
  reached: number;
  /** the reads of an instance in ten minutes, on average */
  warm: number;
  /** the same in the ten minutes after its start, with an empty CDN */
  cold: number;
}

/** Measures views at a rate while visitors vote through another instance. */
async function measure(
  site: ApiSite,
  loadRenderer: Context['loadRenderer'],
  viewsAMonth: number,
  jokes: readonly SeedJoke[],
): Promise<Traffic> {
  await site.fill(jokes);
  const time = startVirtualTime();
  const random = createRandom(25);
  const instance = await site.start({ clock: time.now, random, loadRenderer });
  const elsewhere = await site.start({ clock: time.now, random });
  const voting = createServices(elsewhere.context);
  await voting.follower.read(READ.visitor);
  const facts = approvedOf(jokes);
  const drawVoted = drawJokes(facts, 26);
  const view = createViews(Math.ceil(facts.length / limits.homePageSize), facts);
  const cache = createHostingCache(instance.url, time.now);

  const step = MONTH_MS / viewsAMonth;
  let reached = 0;
  let reads = 0;
  let cold = 0;
  for (let count = 1 - WARM_UP_VIEWS; count <= COUNTED_VIEWS; count += 1) {
    time.pass(step);
    if (count % Math.round(1 / ASSUMED.votesPerView) === 0) {
      await castVote(voting, drawVoted(), 4);
    }
    site.firestore.resetRecords();
    const path = view();
    const answer = await cache.get(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    const { reads: own } = site.firestore.totals();
    if ((count + WARM_UP_VIEWS) * step <= TEN_MINUTES_MS) cold += own;
    if (count < 1) continue;
    if (answer.reached) reached += 1;
    reads += own;
  }
  await instance.stop();
  await elsewhere.stop();
  time.stop();
  const periods = (COUNTED_VIEWS * step) / TEN_MINUTES_MS;
  return { reached: reached / COUNTED_VIEWS, warm: reads / periods, cold };
}

const described = ({ warm, cold }: Traffic) => `${warm.toFixed(0)} (${cold} after a start)`;

/**
 * How many visits reach the function at several rates: the more visits, the more the CDN helps. P8: what an instance
 * reads for them.
 */
export const benchmark: Benchmark = async (site) => {
  const rows: Row[] = [];
  const loadRenderer = await buildRenderer();
  const free = (traffic: Traffic, facts: number) =>
    mustHold(
      'P8',
      `reads of an instance in ten minutes at ${FREE_VIEWS.toLocaleString('en')} views a month, ${facts.toLocaleString('en')} facts`,
      described(traffic),
      `≤ ${FREE_READS}`,
      traffic.warm <= FREE_READS,
    );
  const seed = seedJokes();
  for (const viewsAMonth of VIEWS_A_MONTH) {
    const traffic = await measure(site, loadRenderer, viewsAMonth, seed);
    const rate = `at ${viewsAMonth.toLocaleString('en')} views a month`;
    const reached = (100 * traffic.reached).toFixed(1);
    rows.push(
      forInformation('cost', `% of views that reach the function ${rate}`, reached),
      viewsAMonth === FREE_VIEWS
        ? free(traffic, approvedOf(seed).length)
        : forInformation('cost', `reads of an instance in ten minutes ${rate}`, described(traffic)),
    );
  }
  const many = [...generateJokes({ count: MANY_FACTS })];
  return [...rows, free(await measure(site, loadRenderer, FREE_VIEWS, many), MANY_FACTS)];
};
