import { createRandom, shuffle } from '../../local/seed/random.ts';
import { seedJokes } from '../../local/seed/index.ts';
import { startStorageEmulator } from 'storage-emulator';
import { storageBucket } from '../../local/stack/firebase-json.ts';
import { readConfig } from '../../functions/src/config.ts';
import { imageUrlOfWidth, jokeList } from '../../functions/src/contract/index.ts';
import { bucketOpener } from '../../functions/src/platform/bucket.data.ts';
import { createServices } from '../../functions/src/services.ts';
import { solidPng } from '../support/api/solid-png.ts';
import { ADMIN_BEARER, type Instance, type ApiSite } from '../support/api-site.ts';
import { createHostingCache, type HostingCache } from '../support/hosting-cache.ts';
import { buildRenderer } from '../support/bench/built-site.ts';
import { atMost, type Benchmark } from '../support/bench/measurement.ts';
import { createZipf } from '../support/bench/zipf.ts';
import { aVote } from '../support/api/votes.ts';

const TEN_MINUTES_MS = 10 * 60_000;
const VIEWS = 10_000;
const VIEWS_PER_VOTE = 100;
/** The bound on reads per 1,000 views. */
const MAX_READS = 100;

const facts = seedJokes().filter((joke) => joke.status === 'approved');

/** Generates an image for every joke of the Top 100. @returns the images' URLs in 320 and 640 px */
async function generateImages(instance: Instance): Promise<string[]> {
  const top = async () => jokeList.parse((await instance.request('/jokes/top')).body).jokes;
  for (const { joke_id } of await top()) {
    const path = `/images/generate/${joke_id}`;
    const { status } = await instance.request(path, { method: 'POST', bearer: ADMIN_BEARER });
    if (status !== 200) throw new Error(`${path}: ${status}`);
  }
  return (await top()).flatMap(({ image_url }) =>
    image_url === null
      ? []
      : ([320, 640] as const).map((width) => imageUrlOfWidth(image_url, width)),
  );
}

/** The paths of all pages and images: the home page first, all others in random order. */
async function publicPaths(instance: Instance): Promise<string[]> {
  const { pages } = jokeList.parse((await instance.request('/jokes')).body);
  const others = [
    ...Array.from({ length: pages - 1 }, (_, index) => `/?page=${index + 2}`),
    '/top-100',
    '/newest',
    ...facts.map((joke) => `/fact/${joke.joke_id}`),
    ...(await generateImages(instance)),
  ];
  return ['/', ...shuffle(others, createRandom(8))];
}

/** P8: how many reads the public traffic costs. */
export const benchPublicCaching: Benchmark = async (site: ApiSite) => {
  let now = Date.now();
  const clock = () => now;
  const storage = await startStorageEmulator();
  process.env['FIREBASE_STORAGE_EMULATOR_HOST'] = storage.host;
  const imageGenerator = { generate: () => Promise.resolve(solidPng(64, 64)) };
  const random = createRandom(7);
  const bucket = bucketOpener(readConfig({ FIREBASE_CONFIG: JSON.stringify({ storageBucket }) }));
  const loadRenderer = await buildRenderer();
  const start = () => site.start({ clock, random, imageGenerator, bucket, loadRenderer });
  await site.fill(seedJokes());

  const first = await start();
  const pool = await publicPaths(first);
  const draw = createZipf(pool, createRandom(10));
  const drawFact = createZipf(shuffle(facts, createRandom(9)), createRandom(11));
  const voting = createServices((await start()).context);

  /** Ten virtual minutes of views and, if requested, of votes through another instance. @returns reads per 1,000 views */
  async function tenMinutes(cache: HostingCache, withVotes: boolean) {
    let reads = 0;
    for (let view = 1; view <= VIEWS; view += 1) {
      now += TEN_MINUTES_MS / VIEWS;
      if (withVotes && view % VIEWS_PER_VOTE === 0) {
        await voting.ratings.add(drawFact().joke_id, `voter-${view}`, aVote(4));
      }
      site.firestore.resetRecords();
      const path = draw();
      const answer = await cache.get(path);
      if (answer.status !== 200) throw new Error(`${path}: ${answer.status}`);
      reads += site.firestore.totals().reads;
    }
    return (1_000 * reads) / VIEWS;
  }

  now += TEN_MINUTES_MS;
  const fresh = await start();
  const cache = createHostingCache(fresh.url, clock);
  const cold = await tenMinutes(cache, false);
  for (let part = 1; part < 6; part += 1) await tenMinutes(cache, false);
  const hour = [];
  for (let part = 0; part < 6; part += 1) hour.push(await tenMinutes(cache, false));
  const voted = await tenMinutes(cache, true);
  await storage.stop();

  const steady = Math.max(...hour);
  const where = `${VIEWS.toLocaleString('en')} views in ten virtual minutes, Zipf over ${pool.length} URLs`;
  const votes = `another instance counts ${VIEWS / VIEWS_PER_VOTE} votes`;
  return [
    atMost(
      'P8',
      `reads per 1,000 views, with ${where}, from an empty CDN and a fresh instance`,
      cold,
      MAX_READS,
    ),
    atMost(
      'P8',
      '… after an hour of the same, maximum of the next six ten-minute periods',
      steady,
      MAX_READS,
    ),
    atMost('P8', `… while ${votes}`, voted, MAX_READS),
  ];
};
