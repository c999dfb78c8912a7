import { fork } from 'node:child_process';
import { once } from 'node:events';

import { API_BASE_PATH } from '../../functions/src/contract/index.ts';
import { limits } from '../../functions/src/domain/index.ts';
import { createServices } from '../../functions/src/site.ts';
import { buildFunctions, buildWeb } from '../../scripts/build.ts';
import type { ApiSite } from '../support/api-site.ts';
import { CLIENTS, CROWDS, excluded, JOKES, RENDERED } from '../support/bench/crowd.ts';
import { startFunction, type MeasuredProcess } from '../support/bench/measured-process.ts';
import {
  atMost,
  cpuMs,
  forInformation,
  type Benchmark,
  type Row,
} from '../support/bench/measurement.ts';
import { generateJokes } from '../support/generated-jokes.ts';

const DRAWS = 500;
const DRAW_MS = 1;

const LISTS = 40;
const TIMES_SLOWER = 4;

/** Asks for lists while a crowd sends requests. @returns milliseconds for a list, of 95 in 100 */
async function listBeside(
  server: MeasuredProcess,
  kind: string,
  firstPage: number,
): Promise<number> {
  const { port } = new URL(server.origin);
  const crowd = fork(new URL('../support/bench/crowd.ts', import.meta.url), [port, kind]);
  await once(crowd, 'message');
  const times: number[] = [];
  while (times.length < LISTS) {
    const started = performance.now();
    await server.get(`${API_BASE_PATH}/jokes?page=${firstPage + times.length}&per_page=50`, {
      'x-forwarded-for': '11.0.0.1',
    });
    times.push(performance.now() - started);
  }
  crowd.kill();
  await once(crowd, 'exit');
  return times.toSorted((a, b) => a - b)[Math.ceil(0.95 * LISTS) - 1] ?? NaN;
}

async function crowdRows(site: ApiSite): Promise<Row[]> {
  const server = await startFunction(site.firestore, 'framework');
  for (const path of [
    '/',
    `${API_BASE_PATH}/jokes/1/related`,
    `${API_BASE_PATH}/jokes/search?q=kick`,
    '/sitemap.xml',
  ]) {
    await server.get(path);
  }
  const measured: { kind: string; ms: number }[] = [];
  // No list is asked for twice, which the response cache would answer.
  for (const [at, kind] of Object.keys(CROWDS).entries()) {
    measured.push({ kind, ms: await listBeside(server, kind, 1 + at * LISTS) });
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
