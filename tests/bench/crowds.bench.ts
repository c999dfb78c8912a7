import { Agent, IncomingMessage, request } from 'node:http';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import { limits } from '../../functions/src/domain/index.ts';
import { createServices } from '../../functions/src/site.ts';
import { buildFunctions, buildWeb } from '../../scripts/build.ts';
import type { ApiSite } from '../support/api-site.ts';
import { startFunction, type MeasuredProcess } from '../support/bench/measured-process.ts';
import {
  atMost,
  cpuMs,
  forInformation,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';
import { generateJokes } from '../support/generated-jokes.ts';

const JOKES = 20_000;
const DRAWS = 500;
const DRAW_MS = 1;

const CLIENTS = 80;
const LISTS = 40;
const TIMES_SLOWER = 4;

const excluded = Array.from({ length: limits.randomMaxExcluded }, (_, at) => at + 1).join();

/** What a crowd sends. */
interface Sent {
  path: string;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}

const RENDERED = 'rendered pages';
const API = '/api/v1';
const form = { 'content-type': 'application/json' };
/** No cache answers it. */
const uncached = { authorization: 'Bearer x' };
const largeText = JSON.stringify({ joke_text: 'x'.repeat(limits.bodyMaxBytes - 40) });

/** The nth request of each kind of crowd. */
const CROWDS: Readonly<Record<string, (nth: number) => Sent>> = {
  [RENDERED]: (nth) => ({ path: `/?page=${2 + (nth % 400)}`, headers: uncached }),
  'random with 500 excluded': () => ({ path: `${API}/jokes/random?exclude=${excluded}` }),
  related: (nth) => ({ path: `${API}/jokes/${1 + (nth % JOKES)}/related` }),
  similar: (nth) => ({
    path: `${API}/jokes/similar`,
    method: 'POST',
    body: JSON.stringify({ joke_text: `Chuck Norris once cooked dinner for ${nth} people.` }),
  }),
  search: (nth) => ({ path: `${API}/jokes/search?q=roundhause+kick+${nth}` }),
  cards: (nth) => ({ path: `${API}/cards/${1 + (nth % JOKES)}.png` }),
  'the sitemap with brotli': () => ({ path: '/sitemap.xml', headers: uncached }),
  'HEAD of the sitemap': () => ({ path: '/sitemap.xml', method: 'HEAD', headers: uncached }),
  'the largest bodies of visitors': () => ({
    path: `${API}/jokes/submit`,
    method: 'POST',
    body: largeText,
  }),
};

/** Sends requests from many clients while another one reads lists. @returns milliseconds for a list, of 95 in 100 */
async function listBeside(server: MeasuredProcess, crowd: (nth: number) => Sent): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  const { port } = new URL(server.origin);
  let sent = 0;
  const times: number[] = [];
  async function client(): Promise<void> {
    while (times.length < LISTS) {
      const nth = (sent += 1);
      const { path, method = 'GET', body, headers: own } = crowd(nth);
      // Each request comes from a network of its own, so that no quota refuses it.
      const address = `10.${(nth >> 8) & 255}.${nth & 255}.1`;
      const headers = {
        'accept-encoding': 'br',
        'x-forwarded-for': address,
        ...own,
        ...(body !== undefined && form),
      };
      const asked = request({ agent, host: '127.0.0.1', port, path, method, headers }).end(body);
      const [answer]: unknown[] = await once(asked, 'response');
      if (!(answer instanceof IncomingMessage)) throw new Error('No answer');
      await finished(answer.resume());
    }
  }
  const clients = Array.from({ length: CLIENTS }, client);
  while (times.length < LISTS) {
    const started = performance.now();
    await server.get(`${API}/jokes?page=${times.length + 1}&per_page=50`, {
      'x-forwarded-for': '11.0.0.1',
    });
    times.push(performance.now() - started);
  }
  await Promise.all(clients);
  agent.destroy();
  return times.toSorted((a, b) => a - b)[Math.ceil(0.95 * LISTS) - 1] ?? NaN;
}

async function crowdRows(site: ApiSite): Promise<Row[]> {
  const server = await startFunction(site.firestore, 'framework');
  for (const path of [
    '/',
    `${API}/jokes/1/related`,
    `${API}/jokes/search?q=kick`,
    '/sitemap.xml',
  ]) {
    await server.get(path);
  }
  const measured: { kind: string; ms: number }[] = [];
  for (const [kind, crowd] of Object.entries(CROWDS)) {
    measured.push({ kind, ms: await listBeside(server, crowd) });
  }
  await server.stop();
  const pages = measured.find(({ kind }) => kind === RENDERED)?.ms ?? NaN;
  const others = measured.filter(({ kind }) => kind !== RENDERED).toSorted((a, b) => b.ms - a.ms);
  const [worst = { kind: 'none', ms: NaN }] = others;
  return [
    atMost(
      'P26',
      `the 95th percentile of a list page beside ${CLIENTS} clients of anything ÷ beside ${CLIENTS} clients of rendered pages, ${JOKES.toLocaleString('en')} facts; the worst: ${worst.kind}`,
      worst.ms / pages,
      TIMES_SLOWER,
    ),
    forInformation(
      'P26',
      '… in milliseconds',
      [{ kind: RENDERED, ms: pages }, ...others]
        .map(({ kind, ms }) => `${kind} ${ms.toFixed(0)}`)
        .join(', '),
    ),
  ];
}

async function drawRow(site: ApiSite): Promise<Row> {
  const instance = await site.start();
  const { jokes } = createServices(instance.context);
  const draw = () => jokes.random({ exclude: excluded });
  await draw();
  const before = cpuMs();
  for (let drawn = 0; drawn < DRAWS; drawn += 1) await draw();
  const each = (cpuMs() - before) / DRAWS;
  await instance.stop();
  return atMost(
    'P26',
    `CPU of a draw among ${JOKES.toLocaleString('en')} facts, ${limits.randomMaxExcluded} excluded`,
    each,
    DRAW_MS,
    ' ms',
  );
}

/** P26: what a request costs that no cache absorbs, and how long others wait beside a crowd of them. */
export const benchmark: Benchmark = async (site) => {
  await buildFunctions();
  await buildWeb('production');
  await site.fill(generateJokes({ count: JOKES, pendingShare: 0, rejectedShare: 0 }));
  return [await drawRow(site), ...(await crowdRows(site))];
};
