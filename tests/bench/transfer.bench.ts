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
const PACKED = /\.(?:woff2|webp|png)$/;

const shown = (bytes: number) => (bytes / KILOBYTE).toFixed(1);

/** The site's own files that its service worker saves, by the list in it, and the worker itself. */
function savedFiles(folder: string): string[] {
  const worker = readFileSync(join(folder, 'sw.js'), 'utf8');
  const addresses = [...worker.matchAll(/"revision":[^,]*,"url":"\/([^"]*)"/g)];
  const files = addresses.map(([, address = '']) => {
    if (address === '') return 'index.html';
    return address.includes('.') ? address : `${address}.html`;
  });
  return [...files, 'sw.js'];
}

/** Bytes of the site's own files that a new visitor's browser comes to load. */
function weightOfSite(): number {
  const folder = mkdtempSync(join(tmpdir(), 'transfer-'));
  try {
    // In a process of its own, as for production.
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
    return savedFiles(folder).reduce((sum, file) => {
      const content = readFileSync(join(folder, file));
      return sum + (PACKED.test(file) ? content : brotliCompressSync(content)).length;
    }, 0);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Bytes of an answer as brotli, as the function sends it. */
async function weightOf(instance: Instance, path: string): Promise<number> {
  const answer = await instance.request(path, { headers: { 'accept-encoding': 'br' } });
  return Number(answer.headers.get('content-length'));
}

/** What crosses the wire, for the estimate of costs. */
export const benchTransfer: Benchmark = async (site) => {
  await site.fill(seedJokes());
  const instance = await site.start();
  const { pages } = jokeList.parse((await instance.request('/jokes')).body);
  let lists = 0;
  for (let page = 1; page <= pages; page += 1) {
    lists += await weightOf(instance, `/jokes?page=${page}`);
  }
  const top = await weightOf(instance, '/jokes/top');
  const newest = await weightOf(instance, '/jokes/newest');
  const single = await weightOf(instance, '/jokes/1');
  await instance.stop();
  return [
    forInformation(
      'cost',
      'KB of the site’s own files for a new visitor, those for reading offline included',
      shown(weightOfSite()),
    ),
    forInformation('cost', 'KB of a list page, mean', shown(lists / pages)),
    forInformation('cost', 'KB of the Top 100', shown(top)),
    forInformation('cost', 'KB of the Newest 40', shown(newest)),
    forInformation('cost', 'KB of a single fact', shown(single)),
  ];
};
