import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { seedJokes } from '../../local/seed/index.ts';
import { jokeList } from '../../functions/src/contract/index.ts';
import type { Instance } from '../site.ts';
import { forInformation, type Benchmark } from './measurement.ts';

const root = join(import.meta.dirname, '..', '..');
const KILOBYTE = 1_024;
const COMPRESSED = /\.(?:woff2|webp|png)$/;

const formatKb = (bytes: number) => (bytes / KILOBYTE).toFixed(1);

/** The service worker's file and the files in its list, which it caches. */
function cachedFiles(folder: string): string[] {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const urls = [...worker.matchAll(/"revision":[^,]*,"url":"\/([^"]*)"/g)];
  const files = urls.map(([, url = '']) => (url.includes('.') ? url : `${url}.html`));
  return [...files, 'sw.js'];
}

/** @returns bytes of the site's own files that a new visitor's browser loads, compressed */
function siteSize(): number {
  const parent = mkdtempSync(join(tmpdir(), 'transfer-'));
  const folder = join(parent, 'site');
  try {
    // In a child process, with the NODE_ENV of a production build.
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/vite/bin/vite.js'),
        'build',
        'web',
        '--outDir',
        folder,
        '--logLevel=error',
      ],
      { cwd: root, env: { ...process.env, NODE_ENV: 'production' } },
    );
    return cachedFiles(folder).reduce((sum, file) => {
      const content = readFileSync(join(folder, file));
      return sum + (COMPRESSED.test(file) ? content : brotliCompressSync(content)).length;
    }, 0);
  } finally {
    rmSync(parent, { recursive: true });
  }
}

/** @returns bytes of a response as brotli, as the function sends it */
async function responseSize(instance: Instance, path: string): Promise<number> {
  const answer = await instance.request(path, { headers: { 'accept-encoding': 'br' } });
  return Number(answer.headers.get('content-length'));
}

/** The sizes of files and responses, for the cost estimate. */
export const benchTransfer: Benchmark = async (site) => {
  await site.fill(seedJokes());
  const instance = await site.start();
  const { pages } = jokeList.parse((await instance.request('/jokes')).body);
  let lists = 0;
  for (let page = 1; page <= pages; page += 1) {
    lists += await responseSize(instance, `/jokes?page=${page}`);
  }
  const top = await responseSize(instance, '/jokes/top');
  const newest = await responseSize(instance, '/jokes/newest');
  const single = await responseSize(instance, '/jokes/1');
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
