import { createRandom, shuffle } from '../../local/seed/random.ts';
import { seedJokes } from '../../local/seed/index.ts';
import { jokeList, jokeUrls } from '../../functions/src/contract/index.ts';
import { createServices } from '../../functions/src/services.ts';
import { ASSUMED, MONTH_DAYS, VIEWS_A_MONTH } from '../../scripts/cost-estimate.ts';
import type { Context } from '../../functions/src/context.ts';
import type { Instance, ApiSite } from '../support/api-site.ts';
import { createHostingCache } from '../support/hosting-cache.ts';
import { buildRenderer } from '../support/bench/built-site.ts';
import { forInformation, type Benchmark, type Row } from '../support/bench/measurement.ts';
import { createZipf } from '../support/bench/zipf.ts';
import { aVote } from '../support/api/votes.ts';

const MONTH_MS = MONTH_DAYS * 86_400_000;
/** Views before counting starts, and counted views. */
const WARM_UP_VIEWS = 4_000;
const COUNTED_VIEWS = 8_000;

const facts = seedJokes().filter((joke) => joke.status === 'approved');

/**
 * Draws what a view requests: a page for the first view of a visit, afterwards an API response. Its kind
 * is as assumed, pages and facts by Zipf's law.
 */
function createViews(pages: number): () => string {
  const random = createRandom(21);
  const page = createZipf(
    Array.from({ length: pages }, (_, index) => index + 1),
    createRandom(22),
  );
  const fact = createZipf(shuffle(facts, createRandom(23)), createRandom(24));
  const { list, top, newest, single } = ASSUMED.views;
  const drawn = (): [page: string, response: string] => {
    const kind = random();
    if (kind < list) {
      const number = page();
      return [number === 1 ? '/' : `/?page=${number}`, jokeUrls.page(number)];
    }
    if (kind < list + top * (1 - ASSUMED.weekOfTop)) return ['/top-100', jokeUrls.top];
    if (kind < list + top) return ['/top-100?period=week', jokeUrls.topOfWeek];
    if (kind < list + top + newest) return ['/newest', jokeUrls.newest];
    if (kind >= list + top + newest + single) return ['/random', jokeUrls.random()];
    const { joke_id } = fact();
    return [`/fact/${joke_id}`, jokeUrls.joke(joke_id)];
  };
  let views = 0;
  return () => {
    views += 1;
    const [page, response] = drawn();
    return views % ASSUMED.viewsPerVisit === 1 ? page : response;
  };
}

async function pagesOf(instance: Instance): Promise<number> {
  return jokeList.parse((await instance.request('/jokes')).body).pages;
}

/** Measures views at a rate while visitors vote through another instance. */
async function measure(
  site: ApiSite,
  loadRenderer: Context['loadRenderer'],
  viewsAMonth: number,
): Promise<Row[]> {
  let now = Date.now();
  const clock = () => now;
  const random = createRandom(25);
  await site.fill(seedJokes());
  const instance = await site.start({ clock, random, loadRenderer });
  const elsewhere = await site.start({ clock, random });
  const voting = createServices(elsewhere.context);
  const voted = createZipf(shuffle(facts, createRandom(26)), createRandom(27));
  const view = createViews(await pagesOf(instance));
  const cache = createHostingCache(instance.url, clock);

  let reached = 0;
  let reads = 0;
  for (let count = 1 - WARM_UP_VIEWS; count <= COUNTED_VIEWS; count += 1) {
    now += MONTH_MS / viewsAMonth;
    if (count % Math.round(1 / ASSUMED.votesPerView) === 0) {
      await voting.ratings.add(voted().joke_id, `voter-${count}`, aVote(4));
    }
    site.firestore.resetRecords();
    const path = view();
    const answer = await cache.get(path);
    if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
    if (count < 1) continue;
    if (answer.reached) reached += 1;
    reads += site.firestore.totals().reads;
  }
  await instance.stop();
  await elsewhere.stop();
  const rate = `at ${viewsAMonth.toLocaleString('en')} views a month`;
  return [
    forInformation(
      'cost',
      `% of views that reach the function ${rate}`,
      ((100 * reached) / COUNTED_VIEWS).toFixed(1),
    ),
    forInformation(
      'cost',
      `reads per 1,000 views ${rate}`,
      ((1_000 * reads) / COUNTED_VIEWS).toFixed(0),
    ),
  ];
}

/** How many visits reach the function at several rates: the more visits, the more the CDN helps. */
export const benchVisits: Benchmark = async (site) => {
  const rows: Row[] = [];
  const loadRenderer = await buildRenderer();
  for (const viewsAMonth of VIEWS_A_MONTH) {
    rows.push(...(await measure(site, loadRenderer, viewsAMonth)));
  }
  return rows;
};
