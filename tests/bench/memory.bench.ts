import { setTimeout } from 'node:timers/promises';
import { limits } from '../../functions/src/domain/index.ts';
import type { SeedJoke } from '../../local/seed/index.ts';
import { generateJokes } from '../support/generated-jokes.ts';
import { buildWeb } from '../../scripts/build.ts';
import { createRandom } from '../support/random.ts';
import type { ApiSite } from '../support/api-site.ts';
import {
  buildDeployed,
  startFunction,
  type MeasuredProcess,
} from '../support/bench/measured-process.ts';
import { sendHostile } from '../support/hostile-bodies.ts';
import { atMost, type Benchmark, type Row } from '../support/bench/measurement.ts';
import { hostileQueries, inventWord, manyWords, ORDINARY } from './search.bench.ts';

const MB = 1_024 * 1_024;
const SAMPLE_MS = 20;
const A_MINUTE_MS = 60_000;

const CLIENTS = 80;
const PAGES = 3_000;
const SITEMAPS = 160;
const PEAK_MB = 300;
const LATER_MB = 160;

const BODIES = 100;
const BODIES_PEAK_MB = 200;
const PAGE_MS = 1_000;
/** With the form of a session's token, so that it is looked up. */
const INVENTED_BEARER = `Bearer ${'x'.repeat(43)}`;

/** How many facts, in how many MiB; without other settings, Node uses half of them for its heap. */
const LARGE_SITES = [
  { count: 20_000, memory: 512 },
  { count: 100_000, memory: 1_024 },
];
const SEARCHES = 200;

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

/** Sends bodies of the largest size without a valid bearer, all at once, and requests pages until they are refused. */
async function bodyRows(site: ApiSite): Promise<Row[]> {
  await site.fill([...generateJokes({ count: 600 })]);
  const server = await startFunction(site.firestore, 'framework', {
    execArgv: ['--max-old-space-size=256'],
  });
  const form = { 'content-type': 'application/json' };
  const withBearer = { ...form, authorization: INVENTED_BEARER };
  /** The peak of memory, and the longest that a page took, in milliseconds. */
  async function flood(path: string, bytes: number, sent: 'whole' | 'all but a byte') {
    const whole = Buffer.from(`[${'{},'.repeat(bytes / 3 - 2)}{}]`.padEnd(bytes));
    const waiting = new Set(Array.from({ length: BODIES }).keys());
    let longest = 0;
    const refusal = async (request: number) => {
      const headers = request % 2 === 0 ? form : withBearer;
      const { status } = await sendHostile(
        server.origin,
        sent === 'whole'
          ? { path, headers, body: whole }
          : {
              path,
              headers: { ...headers, 'content-length': String(bytes) },
              body: [whole.subarray(0, -1)],
            },
      );
      if (status !== 401 && status !== 408) throw new Error(`A body got ${status}`);
      waiting.delete(request);
    };
    const pages = async () => {
      for (let page = 1; waiting.size > 0; page += 1) {
        const started = performance.now();
        await getUncached(server, '/', page);
        longest = Math.max(longest, performance.now() - started);
      }
    };
    const all = () => Promise.all([pages(), ...[...waiting].map(refusal)]);
    const peak = await peakDuring(server, 1, all);
    return { peak, longest };
  }
  await getUncached(server, '/', 0);
  const floods = [
    await flood('/admin/changes', limits.changeMaxBytes, 'whole'),
    await flood('/admin/changes', limits.changeMaxBytes, 'all but a byte'),
    await flood('/ratings', limits.bodyMaxBytes, 'all but a byte'),
  ];
  await server.stop();
  return [
    atMost(
      'S26',
      `peak MB of memory during ${BODIES} bodies of 512 KB without a valid bearer at once, ${BODIES} that never end, and ${BODIES} of 16 KB from visitors that never end, a heap of at most 256 MB`,
      Math.max(...floods.map(({ peak }) => peak)),
      BODIES_PEAK_MB,
    ),
    atMost(
      'S26',
      '… the longest that an uncached page took meanwhile',
      Math.round(Math.max(...floods.map(({ longest }) => longest))),
      PAGE_MS,
      ' ms',
    ),
  ];
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

/** Searches of all kinds, and the sitemap, on a large site. */
async function largeRow(site: ApiSite, { count, memory }: (typeof LARGE_SITES)[number]) {
  await site.fill(manyWords(count));
  const server = await startFunction(site.firestore, 'framework', {
    execArgv: [`--max-old-space-size=${memory / 2}`],
  });
  await server.get('/api/v1/jokes?page=1');
  const before = memoryOf(server);
  const random = createRandom(7);
  const queries = [...ORDINARY, ...hostileQueries(random)];
  let most = before;
  for (let at = 1; at <= SEARCHES; at += 1) {
    const q = `${queries[at % queries.length] ?? ''} ${inventWord(random, 4)}`.slice(0, 500);
    const path = `/api/v1/jokes/search?${new URLSearchParams({ q }).toString()}`;
    // Each from a network of its own.
    await server.get(path, { 'x-forwarded-for': `10.${at}.0.1` });
    most = Math.max(most, memoryOf(server));
  }
  const peak = await peakDuring(server, SITEMAPS, (request) =>
    getUncached(server, '/sitemap.xml', request),
  );
  await server.stop();
  const facts = `${count.toLocaleString('en')} facts, a heap of at most ${memory / 2} MB`;
  return atMost(
    'P22',
    `peak MB of memory during ${SEARCHES} searches and ${SITEMAPS} requests for the sitemap, ${facts}, ${before.toFixed(0)} after the first list`,
    Math.max(most, peak),
    memory,
  );
}

/** P22 and S26: the memory of the deployed bundle in the Functions Framework under load that no cache absorbs. */
export const benchmark: Benchmark = async (site) => {
  await buildDeployed();
  await buildWeb('production');
  const rows = [...(await bodyRows(site)), ...(await pageRows(site))];
  for (const large of LARGE_SITES) rows.push(await largeRow(site, large));
  return rows;
};
