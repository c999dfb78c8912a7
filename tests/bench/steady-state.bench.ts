import { generateJokes } from '../../emulators/seed/index.ts';
import { buildFunctions } from '../../scripts/build.ts';
import { startBareServer, startFunction, type MeasuredProcess } from './measured-process.ts';
import { atMost, forInformation, median, type Benchmark } from './measurement.ts';

const PATH = '/api/v1/jokes?page=2';
const ROUNDS = 21;
const REQUESTS = 1_000;
const CONNECTIONS = 8;

/** Milliseconds of CPU for a round of requests, some of them at once. */
async function round(server: MeasuredProcess): Promise<number> {
  const before = await server.cpu();
  let left = REQUESTS;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (left > 0) {
        left -= 1;
        await server.get(PATH);
      }
    }),
  );
  return (await server.cpu()) - before;
}

/** P11: what a list page costs an instance that has sent it before. */
export const benchSteadyState: Benchmark = async (site) => {
  await buildFunctions();
  await site.fill(generateJokes({ count: 1_000 }));
  const plain = await startFunction(site.firestore, 'plain');
  const framework = await startFunction(site.firestore, 'framework');
  const { headers, body } = await plain.get(PATH);
  const bare = await startBareServer({ headers, body });

  // In turns, so that what else the machine does hits all of them.
  const servers = [bare, plain, framework];
  for (const server of servers) await round(server);
  const taken: number[][] = [];
  for (let turn = 0; turn < ROUNDS; turn += 1) {
    const turns: number[] = [];
    for (const server of servers) turns.push(await round(server));
    taken.push(turns);
  }
  const [ofBare = NaN, ofPlain = NaN, ofFramework = NaN] = servers.map((_, index) =>
    median(taken.map((turns) => turns[index] ?? NaN)),
  );
  for (const server of servers) await server.stop();
  const what =
    'CPU of a list page sent before ÷ CPU of a bare HTTP server that sends the same bytes';
  const ratio = (index: number) =>
    median(taken.map((turns) => (turns[index] ?? NaN) / (turns[0] ?? NaN)));
  return [
    atMost('P11', what, ratio(1), 1.6),
    forInformation(
      'P11',
      '… in the Functions Framework, which production puts around it',
      ratio(2).toFixed(3),
    ),
    forInformation(
      'P11',
      '… in µs: bare, the function, in the framework',
      [ofBare, ofPlain, ofFramework].map((ms) => ((ms * 1_000) / REQUESTS).toFixed(0)).join(', '),
    ),
  ];
};
