import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { seedJokes } from '../../local/seed/index.ts';
import { jokeList, jokeUrls } from '../../functions/src/contract/index.ts';
import { ASSUMED } from '../../scripts/cost-estimate.ts';
import type { Instance } from '../support/api-site.ts';
import { buildRenderer } from '../support/bench/built-site.ts';
import { forInformation, type Benchmark } from '../support/bench/measurement.ts';
import { viteBuild } from '../support/site-build.ts';

const KILOBYTE = 1_024;
const COMPRESSED = /\.(?:woff2|webp|png)$/;

const formatKb = (bytes: number) => (bytes / KILOBYTE).toFixed(1);

/** The service worker's files and those in its list, which it caches. */
function cachedFiles(folder: string): string[] {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const saved = Array.from(worker.matchAll(/url:"([^"]*)"/g), ([, url = '']) => url);
  return [...saved, 'sw.js', ...globSync('{workbox-*,worker-additions}.js', { cwd: folder })];
}

/** @returns bytes of the site's own files that a new visitor's browser loads, compressed */
function siteSize(): number {
  const parent = mkdtempSync(join(tmpdir(), 'transfer-'));
  const folder = join(parent, 'site');
  try {
    viteBuild('web', '--outDir', join(folder, 'dist'));
    return cachedFiles(join(folder, 'dist')).reduce((sum, file) => {
      const content = readFileSync(join(folder, 'dist', file));
      return sum + (COMPRESSED.test(file) ? content : brotliCompressSync(content)).length;
    }, 0);
  } finally {
    rmSync(parent, { recursive: true });
  }
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

/** The sizes of files and responses, for the cost estimate. */
export const benchTransfer: Benchmark = async (site) => {
  await site.fill(seedJokes());
  const instance = await site.start({ loadRenderer: await buildRenderer() });
  const { pages } = jokeList.parse((await instance.request('/jokes')).body);
  let lists = 0;
  for (let page = 1; page <= pages; page += 1) {
    lists += await viewSize(instance, `/?page=${page}`, jokeUrls.page(page));
  }
  const top = await viewSize(instance, '/top-100', jokeUrls.top);
  const newest = await viewSize(instance, '/newest', jokeUrls.newest);
  const single = await viewSize(instance, '/fact/1', jokeUrls.joke(1));
  await instance.stop();
  return [
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
