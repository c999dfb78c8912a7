import { READ } from '../../functions/src/catalog/follower.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { type Context, createServices } from '../../functions/src/site.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { TAGS } from '../../functions/src/domain/index.ts';
import { ADMIN_BEARER, type ApiSite, type Instance } from '../support/api-site.ts';
import { castVote } from '../support/api/visitor-steps.ts';
import { buildRenderer } from '../support/bench/built-site.ts';
import { allAtMost, costOf, type Benchmark, type Row } from '../support/bench/measurement.ts';
import { startStorage } from '../support/bench/storage.ts';
import { startVirtualTime } from '../support/bench/virtual-time.ts';
import { jokeCalls } from '../../web/src/paths.ts';

const SIZES = [600, 20_000, 100_000];
/** How many jokes get votes on another instance. */
const CHANGED = 20;
/** A little more than after what time a request makes an instance follow the database. */
const REFRESH_AFTER_MS = 26_000;

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

/** Pages, lists, searches and files. That no other URL costs a read is a test. */
const PATHS = [
  '/',
  '/top-100?period=week',
  '/tag/science',
  '/daily',
  '/search?q=norris',
  '/sitemap.xml',
  '/api/v1/jokes?page=2&sortBy=date_asc',
  '/api/v1/jokes?tag=science&safe=true',
  '/api/v1/jokes/search?q=teh+kcik+of+noris',
  '/api/v1/jokes/random',
];

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
  const readAll = (by: Instance) =>
    costOf(site, async () => {
      for (const path of PATHS) await getPath(by, path);
    });
  // Reads the day's fact.
  await readAll(instance);
  const warm = await readAll(instance);

  const others = createServices((await start()).context);
  const { jokes } = (await others.follower.read(READ.visitor)).list(['approved'], 'date_asc');
  for (const { joke_id } of jokes.slice(0, CHANGED)) {
    await castVote(others, joke_id, 4);
  }
  time.pass(REFRESH_AFTER_MS);
  const refresh = await readAll(instance);
  const adminList = '/api/v1/jokes?status=rejected&sortBy=date_asc';
  const admin = await costOf(site, () => getPath(instance, adminList, ADMIN_BEARER));
  const fresh = await start();
  const first = await costOf(site, () => getPath(fresh, jokeCalls.page(1).url));
  const rest = await readAll(fresh);
  for (const each of instances) await each.stop();
  time.stop();
  const of = `${size.toLocaleString('en')} jokes`;
  return allAtMost('P1', [
    [`reads of ${PATHS.length} URLs that a visitor may GET, warm, ${of}`, warm.reads, 0],
    [`… in a refresh, after ${CHANGED} jokes changed`, refresh.reads, 2 + CHANGED],
    ['… of an administrator’s list after that', admin.reads, 2 + CHANGED],
    [
      `reads of a start, ${of}: parts of the snapshot: ${parts}, jokes changed since: ${CHANGED}`,
      first.reads,
      2 + parts + CHANGED,
    ],
    ['… of all other URLs after it: the day’s fact', rest.reads, 1],
  ]);
}

/** P1: what a visitor's GET reads, whatever the number of jokes. */
export const benchmark: Benchmark = async (site) => {
  const storage = await startStorage();
  const replaced = { ...storage.images, loadRenderer: await buildRenderer() };
  const rows: Row[] = [];
  for (const size of SIZES) rows.push(...(await rowsAt(site, size, replaced)));
  await storage.stop();
  return rows;
};
