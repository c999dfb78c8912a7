import { setTimeout } from 'node:timers/promises';
import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { buildFunctions, buildWeb } from '../../scripts/build.ts';
import type { ApiSite } from '../support/api-site.ts';
import { startFunction, type MeasuredProcess } from '../support/bench/measured-process.ts';
import { atMost, type Benchmark, type Row } from '../support/bench/measurement.ts';

const MB = 1_024 * 1_024;
const SAMPLE_MS = 20;
const A_MINUTE_MS = 60_000;

const CLIENTS = 80;
const PAGES = 3_000;
const SITEMAPS = 160;
const PEAK_MB = 340;
const LATER_MB = 160;

const LARGE_SITE = 100_000;

/** MB of memory that a process uses and no file backs. */
const memoryOf = (server: MeasuredProcess) => server.anonymousMemory() / MB;

/** Sends requests, numbered from 1, from many clients at once. @returns the peak of memory in MB */
async function peakDuring(
  server: MeasuredProcess,
  requests: number,
  send: (request: number) => Promise<unknown>,
): Promise<number> {
  let peak = memoryOf(server);
  const sampling = setInterval(() => {
    peak = Math.max(peak, memoryOf(server));
  }, SAMPLE_MS);
  let sent = 0;
  try {
    await Promise.all(
      Array.from({ length: CLIENTS }, async () => {
        while (sent < requests) {
          sent += 1;
          await send(sent);
        }
      }),
    );
  } finally {
    clearInterval(sampling);
  }
  return peak;
}

/** Requests a page or file that no cache may answer, because the request has a bearer. */
function getUncached(server: MeasuredProcess, path: string, request: number) {
  const separator = path.includes('?') ? '&' : '?';
  const authorization = `Bearer ${request}`;
  // Few searches from each network: more would be refused.
  const address = `10.0.${request >> 8}.${request & 255}`;
  const headers = { authorization, 'x-forwarded-for': address };
  return server.get(`${path}${separator}x=${request}`, headers);
}

const approved = (jokes: readonly SeedJoke[]) =>
  jokes.filter(({ status }) => status === 'approved');

async function pageRows(site: ApiSite): Promise<Row[]> {
  const jokes = [...generateJokes({ count: 600 })];
  await site.fill(jokes);
  const server = await startFunction(site.firestore, 'framework', {
    execArgv: ['--max-old-space-size=256'],
  });
  const facts = approved(jokes).map(({ joke_id }) => `/fact/${joke_id}`);
  const pages = await peakDuring(server, PAGES, (request) => {
    const fact = facts[request % facts.length] ?? '/';
    const paths = ['/', '/?page=2', '/top-100', '/newest', fact, '/search?q=norris'];
    return getUncached(server, paths[request % paths.length] ?? '/', request);
  });
  const sitemaps = await peakDuring(server, SITEMAPS, (request) =>
    getUncached(server, '/sitemap.xml', request),
  );
  await setTimeout(A_MINUTE_MS);
  const later = memoryOf(server);
  await server.stop();
  return [
    atMost(
      'P22',
      `peak MB of memory (RssAnon) during ${PAGES.toLocaleString('en')} uncached pages and ${SITEMAPS} sitemaps from ${CLIENTS} clients, 600 facts, a heap of at most 256 MB`,
      Math.max(pages, sitemaps),
      PEAK_MB,
    ),
    atMost('P22', '… a minute later', later, LATER_MB),
  ];
}

async function sitemapRows(site: ApiSite): Promise<Row[]> {
  await site.fill(generateJokes({ count: LARGE_SITE }));
  const server = await startFunction(site.firestore, 'framework', {
    execArgv: ['--max-old-space-size=512'],
  });
  await server.get('/search?q=norris');
  const before = memoryOf(server);
  const { body } = await server.get('/sitemap.xml', { 'accept-encoding': 'identity' });
  const parts = [...body.toString().matchAll(/<loc>[^<]*(\/sitemap\.xml\?part=\d+)<\/loc>/g)];
  const paths = ['/sitemap.xml', ...parts.map(([, path = '']) => path)];
  const peak = await peakDuring(server, SITEMAPS, (request) =>
    getUncached(server, paths[request % paths.length] ?? '', request),
  );
  await server.stop();
  return [
    atMost(
      'P22',
      `… during ${SITEMAPS} requests for the sitemap and its ${parts.length} parts ÷ after the first search, ${LARGE_SITE.toLocaleString('en')} facts, a heap of at most 512 MB`,
      peak / before,
      1.3,
    ),
  ];
}

/** P22: the memory of the deployed bundle in the Functions Framework under load that no cache absorbs. */
export const benchMemory: Benchmark = async (site) => {
  await buildFunctions();
  await buildWeb('production');
  return [...(await pageRows(site)), ...(await sitemapRows(site))];
};
