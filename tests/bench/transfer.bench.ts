import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { seedJokes } from '../../local/seed/index.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import { ASSUMED } from './cost-estimate.ts';
import type { Instance } from '../support/api-site.ts';
import { buildRenderer } from '../support/bench/built-site.ts';
import { atMost, forInformation, type Benchmark } from '../support/bench/measurement.ts';
import { productionSite } from '../support/site-build.ts';
import { jokeCalls } from '../../web/src/paths.ts';

const KILOBYTE = 1_024;
const COMPRESSED = /\.(?:woff2|webp|png)$/;

const formatKb = (bytes: number) => (bytes / KILOBYTE).toFixed(1);

/** The service worker and the files in its list, which it caches. */
function cachedFiles(folder: string): string[] {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const saved = Array.from(worker.matchAll(/"url":"([^"]*)"/g), ([, url = '']) => url);
  return [...saved, 'sw.js'];
}

/** @returns bytes of the site's own files that a new visitor's browser loads, compressed */
function siteSize(): number {
  const folder = productionSite();
  return cachedFiles(folder).reduce((sum, file) => {
    const content = readFileSync(join(folder, file));
    return sum + (COMPRESSED.test(file) ? content : brotliCompressSync(content)).length;
  }, 0);
}

/** @returns bytes of a response as brotli, as the function sends it */
async function sizeOf(instance: Instance, url: string): Promise<number> {
  const answer = await fetch(instance.url + url, { headers: { 'accept-encoding': 'br' } });
  await answer.arrayBuffer();
  return Number(answer.headers.get('content-length'));
}

/** @returns mean bytes of a view: the first of a visit loads the page, the others the API's response */
async function viewSize(instance: Instance, page: string, response: string): Promise<number> {
  const { viewsPerVisit } = ASSUMED;
  const others = (viewsPerVisit - 1) * (await sizeOf(instance, response));
  return ((await sizeOf(instance, page)) + others) / viewsPerVisit;
}

/** The same page with only the fields that the home page shows. */
function minimalPage(list: ReturnType<typeof jokeList.parse>): string {
  const jokes = list.jokes.map(({ joke_id, joke_text, rating, num_votes, image_url }) => ({
    joke_id,
    joke_text,
    rating,
    num_votes,
    image_url,
  }));
  return JSON.stringify({ ...list, jokes });
}

/** P12: the size of list pages; for the cost estimate, of files and other responses. */
export const benchmark: Benchmark = async (site) => {
  await site.fill(seedJokes());
  const instance = await site.start({ loadRenderer: await buildRenderer() });
  const { pages } = jokeList.parse((await instance.request('/jokes')).body);
  let lists = 0;
  let largest = 0;
  for (let page = 1; page <= pages; page += 1) {
    const url = jokeCalls.page(page).url;
    lists += await viewSize(instance, `/?page=${page}`, url);
    const list = jokeList.parse(await (await fetch(instance.url + url)).json());
    const least = brotliCompressSync(minimalPage(list)).length;
    largest = Math.max(largest, (await sizeOf(instance, url)) / least);
  }
  const top = await viewSize(instance, '/top-100', jokeCalls.top.url);
  const newest = await viewSize(instance, '/newest', jokeCalls.newest.url);
  const single = await viewSize(instance, '/fact/1', jokeCalls.joke(1).url);
  await instance.stop();
  return [
    atMost(
      'P12',
      `brotli of a list page as the function sends it ÷ brotli-11 of its minimal fields (joke_id, joke_text, rating, num_votes, image_url, and the list's own), maximum of ${pages} pages`,
      largest,
      1.6,
    ),
    forInformation(
      'cost',
      'KB of the site’s own files for a new visitor, including those for offline reading',
      formatKb(siteSize()),
    ),
    forInformation('cost', 'KB of a list page, mean', formatKb(lists / pages)),
    forInformation('cost', 'KB of the Top 100', formatKb(top)),
    forInformation('cost', 'KB of the Newest 40', formatKb(newest)),
    forInformation('cost', 'KB of a single fact', formatKb(single)),
  ];
};
