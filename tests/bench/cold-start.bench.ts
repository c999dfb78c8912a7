import { generateJokes } from '../../emulators/seed/index.ts';
import { buildFunctions } from '../../scripts/build.ts';
import { emptyProcess, startFunction, type FunctionServer } from './measured-process.ts';
import { atMost, forInformation, median, type Benchmark } from './measurement.ts';

const STARTS = 9;

/** P10: what the first list page costs that a fresh instance answers. */
export const benchColdStart: Benchmark = async (site) => {
  await buildFunctions();
  await site.fill(generateJokes({ count: 1_000 }));

  async function firstList(server: FunctionServer): Promise<number> {
    const started = await startFunction(site.firestore, server);
    await started.get('/api/v1/jokes');
    const cpu = await started.cpu();
    await started.stop();
    return cpu;
  }

  // In turns, so that what else the machine does hits all of them.
  const starts: { empty: number; plain: number; framework: number }[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    starts.push({
      empty: await emptyProcess(),
      plain: await firstList('plain'),
      framework: await firstList('framework'),
    });
  }
  const empty = median(starts.map((start) => start.empty));
  const plain = median(starts.map((start) => start.plain));
  const framework = median(starts.map((start) => start.framework));
  return [
    atMost(
      'P10',
      'CPU of a fresh process until it has answered a list ÷ CPU of an empty Node process',
      plain / empty,
      10,
    ),
    forInformation(
      'P10',
      '… in the Functions Framework, which production puts around it',
      (framework / empty).toFixed(3),
    ),
    forInformation(
      'P10',
      '… in ms: empty, the function, in the framework',
      [empty, plain, framework].map((ms) => ms.toFixed(0)).join(', '),
    ),
  ];
};
