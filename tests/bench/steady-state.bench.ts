import { generateJokes } from '../support/generated-jokes.ts';
import { buildFunctions, buildWeb } from '../../scripts/build.ts';
import {
  cpuOf,
  startBareServer,
  startFunction,
  type MeasuredProcess,
} from '../support/bench/measured-process.ts';
import { atMost, median, type Benchmark, type Row } from '../support/bench/measurement.ts';

const jokes = [...generateJokes({ count: 1_000 })];
const shown = jokes.find(({ status }) => status === 'approved');
const PAGES = [
  { what: 'a list page', path: '/api/v1/jokes?page=2' },
  { what: 'a rendered page', path: `/fact/${shown?.joke_id}` },
];
const ROUNDS = 21;
const REQUESTS = 1_000;

/** @returns milliseconds of CPU for a round of requests */
const round = (server: MeasuredProcess, path: string) =>
  cpuOf(server, REQUESTS, () => server.get(path));

/** P11: the CPU of a page that the instance has sent before, in the Functions Framework. */
export const benchmark: Benchmark = async (site) => {
  await buildFunctions();
  await buildWeb('production');
  await site.fill(jokes);
  const deployed = await startFunction(site.firestore, 'framework');
  const rows: Row[] = [];
  for (const { what, path } of PAGES) {
    const bare = await startBareServer(await deployed.get(path));
    // In turns, so that other load on the machine affects both of them.
    for (const server of [bare, deployed]) await round(server, path);
    const turns: { bare: number; deployed: number }[] = [];
    for (let turn = 0; turn < ROUNDS; turn += 1) {
      turns.push({ bare: await round(bare, path), deployed: await round(deployed, path) });
    }
    await bare.stop();
    rows.push(
      atMost(
        'P11',
        `CPU of ${what} sent before, in the Functions Framework ÷ CPU of a bare HTTP server that sends the same bytes`,
        median(turns.map((turn) => turn.deployed / turn.bare)),
        8,
      ),
    );
  }
  await deployed.stop();
  return rows;
};
