import { buildFunctions } from '../../scripts/build.ts';
import { someJokes } from '../support/api/jokes.ts';
import { hostileBodies, sendHostile } from '../support/hostile-bodies.ts';
import { prepareLoad, underLoad } from '../support/load.ts';
import { startFunction } from '../support/bench/measured-process.ts';
import { atMost, forInformation, type Benchmark, type Row } from '../support/bench/measurement.ts';

const TIMES = 1_000;
const AT_ONCE = 20;
const MB = 1_024 * 1_024;

/** X1: the memory and CPU of the deployed bundle in the Functions Framework for hostile bodies. */
export const benchHostileBodies: Benchmark = async (site) => {
  await buildFunctions();
  await site.fill(someJokes(30));
  // With little space for young objects, memory grows only by what is retained.
  const deployed = await startFunction(site.firestore, 'framework', {
    execArgv: ['--max-semi-space-size=1'],
  });

  async function send(kinds: typeof hostileBodies, times: number) {
    const before = { cpu: await deployed.cpu(), memory: await deployed.memory() };
    for (const kind of kinds) {
      for (let sent = 0; sent < times; sent += AT_ONCE) {
        await Promise.all(
          Array.from({ length: AT_ONCE }, () => sendHostile(deployed.origin, kind)),
        );
      }
    }
    return {
      ms: ((await deployed.cpu()) - before.cpu) / (times * kinds.length),
      grown: ((await deployed.memory()) - before.memory) / MB,
    };
  }

  await send(hostileBodies, AT_ONCE);
  const hundred = await send(hostileBodies, AT_ONCE);
  const thousands = await send(hostileBodies, TIMES);
  await deployed.stop();
  return [
    atMost(
      'X1',
      `MB of memory growth after ${AT_ONCE} hostile bodies of each kind`,
      hundred.grown,
      20,
    ),
    forInformation('X1', `… after ${TIMES} of each kind`, thousands.grown.toFixed(1)),
    forInformation('X1', '… ms of CPU per body', thousands.ms.toFixed(2)),
  ];
};

/** X2: ten rounds of 300 simultaneous calls to the deployed bundle in the Functions Framework. */
export const benchLoad: Benchmark = async (site) => {
  await buildFunctions();
  await site.fill(someJokes(30));
  const deployed = await startFunction(site.firestore, 'framework');
  const load = await prepareLoad(deployed.origin);
  const rows: Row[] = [];
  for (const [what, call] of Object.entries(load)) {
    const { statuses, broken } = await underLoad(call, { rounds: 10 });
    const answers = Object.entries(statuses).map(([status, times]) => `${times} × ${status}`);
    rows.push(
      atMost('X2', `broken responses to 10 × 300 simultaneous calls, ${what}`, broken.length, 0),
      forInformation('X2', '… responses', answers.join(', ')),
    );
  }
  await deployed.stop();
  return rows;
};
