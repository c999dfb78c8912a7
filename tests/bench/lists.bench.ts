import { READ } from '../../functions/src/catalog/follower.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { jokeList, submissionReceipt } from '../../functions/src/contract/index.ts';
import { type Context, createServices } from '../../functions/src/site.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { TAGS } from '../../functions/src/domain/index.ts';
import { ADMIN_BEARER, type ApiSite, type Instance } from '../support/api-site.ts';
import { castVote } from '../support/api/visitor-steps.ts';
import { buildRenderer } from '../support/bench/built-site.ts';
import {
  allAtMost,
  costOf,
  mustHold,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';
import { startStorage } from '../support/bench/storage.ts';
import { startVirtualTime } from '../support/bench/virtual-time.ts';
import { jokeUrls } from '../../web/src/paths.ts';

const SIZES = [600, 20_000, 100_000];
/** How many jokes change: one is submitted, the others get votes on another instance. */
const CHANGED = 20;
/** A little more than after what time a request makes an instance follow the database. */
const REFRESH_AFTER_MS = 26_000;
/** After this time no refresh reads a change again. */
const OVERLAP_MS = 180_000;

/** Gives each joke one of the tags in turn, of which two in three are safe. */
function* tagged(jokes: Iterable<SeedJoke>): Generator<SeedJoke> {
  for (const joke of jokes) {
    const tags = TAGS.slice(joke.joke_id % TAGS.length).slice(0, 1);
    yield { ...joke, tags, safe: joke.joke_id % 3 > 0 };
  }
}

async function getPath(instance: Instance, path: string, bearer?: string) {
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` };
  const answer = await fetch(instance.url + path, { headers });
  if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  return answer.arrayBuffer();
}

/** Paths of everything that a visitor may GET, besides `/health` and `/admin/setup`, which read each time. */
async function visitorPaths(instance: Instance): Promise<string[]> {
  const { jokes, pages } = jokeList.parse((await instance.request('/jokes?page=2')).body);
  const id = jokes[0]?.joke_id ?? 0;
  const joke_text = 'Chuck Norris has submitted the benchmark.';
  const sent = await instance.request('/jokes/submit', { method: 'POST', body: { joke_text } });
  const { receipt } = submissionReceipt.parse(sent.body);
  const api = [
    '?page=1',
    `?page=${Math.ceil(pages / 2)}`,
    `?page=${pages}&sortBy=date_asc`,
    '?tag=science&safe=true&page=2',
    '?search=norris',
    '/top',
    '/top?period=week',
    '/newest',
    '/daily',
    '/random',
    '/random?tag=food',
    `/${id}`,
    `/${id}/related`,
    '/search?q=norris',
    '/search?q=teh+kcik+of+noris',
  ].map((path) => `/api/v1/jokes${path}`);
  return [
    ...api,
    jokeUrls.random([id]),
    `/api/v1/cards/${id}.png`,
    `/api/v1/submissions/${receipt}`,
    '/api/v1/openapi.json',
    '/',
    '/?page=3',
    '/top-100',
    '/top-100?period=week',
    '/daily',
    '/newest',
    '/tag/science',
    '/random',
    '/search?q=norris',
    `/fact/${id}`,
    `/embed/fact/${id}`,
    '/sitemap.xml',
    '/feed.xml',
    '/feed/daily.xml',
    '/data/facts.jsonl.gz',
  ];
}

async function rowsAt(site: ApiSite, size: number, replaced: Partial<Context>): Promise<Row[]> {
  await site.fill(tagged(generateJokes({ count: size, pendingShare: 0.01, rejectedShare: 0.03 })));
  const time = startVirtualTime();
  const instances: Instance[] = [];
  async function start(): Promise<Instance> {
    const instance = await site.start({ ...replaced, clock: time.now });
    instances.push(instance);
    return instance;
  }
  const instance = await start();
  // All but the root.
  const { length } = await instance.context.db.collection('catalog').listDocuments();
  const parts = length - 1;
  const paths = await visitorPaths(instance);
  const readAll = (by: Instance) =>
    costOf(site, async () => {
      for (const path of paths) await getPath(by, path);
    });
  // Reads the day's fact.
  await readAll(instance);
  const warm = await readAll(instance);

  // What was submitted is no longer a recent change.
  time.pass(OVERLAP_MS);
  await getPath(instance, jokeUrls.page(1));
  const others = createServices((await start()).context);
  const { jokes } = (await others.follower.read(READ.visitor)).list(['approved'], 'date_asc');
  for (const { joke_id } of jokes.slice(1, CHANGED)) {
    await castVote(others, joke_id, 4);
  }
  time.pass(REFRESH_AFTER_MS);
  const refresh = await readAll(instance);
  const adminList = '/api/v1/jokes?status=rejected&sortBy=date_asc';
  const admin = await costOf(site, () => getPath(instance, adminList, ADMIN_BEARER));
  const fresh = await start();
  const first = await costOf(site, () => getPath(fresh, jokeUrls.page(1)));
  const rest = await readAll(fresh);
  for (const each of instances) await each.stop();
  time.stop();
  const of = `${size.toLocaleString('en')} jokes`;
  return allAtMost('P1', [
    [`reads of ${paths.length} URLs that a visitor may GET, warm, ${of}`, warm.reads, 0],
    [`… in a refresh, after ${CHANGED - 1} jokes changed`, refresh.reads, 2 + CHANGED],
    ['… of an administrator’s list after that', admin.reads, 2 + CHANGED],
    [
      `reads of a start, ${of}: parts of the snapshot: ${parts}, jokes changed since: ${CHANGED}`,
      first.reads,
      2 + parts + CHANGED,
    ],
    ['… of all other URLs after it: the day’s fact', rest.reads, 1],
  ]);
}

/** P9: for a list that the client already has, the response is 304 without a body. */
async function revalidationRow(site: ApiSite): Promise<Row> {
  await site.fill(generateJokes({ count: 100 }));
  const instance = await site.start();
  const paths = ['/jokes', '/jokes/top', '/jokes/newest', '/openapi.json'];
  let revalidated = 0;
  let bytes = 0;
  for (const path of paths) {
    const etag = (await instance.request(path)).headers.get('etag') ?? '';
    // Otherwise fetch adds Cache-Control: no-cache, which requests the body.
    const headers = { 'if-none-match': etag, 'cache-control': 'max-age=0' };
    const { status, body } = await instance.request(path, { headers });
    if (status === 304) revalidated += 1;
    bytes += String(body).length;
  }
  await instance.stop();
  return mustHold(
    'P9',
    'public responses revalidated with 304, and bytes in their bodies',
    `${revalidated} of ${paths.length}, ${bytes} bytes`,
    'all, 0 bytes',
    revalidated === paths.length && bytes === 0,
  );
}

/** P1 and P9: what a visitor's GET reads, whatever its URL and the number of jokes, and what is not sent again. */
export const benchmark: Benchmark = async (site) => {
  const storage = await startStorage();
  const replaced = { ...storage.images, loadRenderer: await buildRenderer() };
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await rowsAt(site, size, replaced)));
  await storage.stop();
  return [...rows, await revalidationRow(site)];
};
