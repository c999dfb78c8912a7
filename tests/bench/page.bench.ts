import { generateJokes } from '../support/generated-jokes.ts';
import { buildFunctions, buildWeb } from '../../scripts/build.ts';
import { startFunction } from '../support/bench/measured-process.ts';
import { forInformation, median, type Benchmark } from '../support/bench/measurement.ts';

const STARTS = 7;
/** A page that the instance has not rendered yet. */
const OTHER_PAGE = '/?page=2';

interface Times {
  /** from the start of the process */
  cold: number;
  first: number;
  rendered: number;
  cached: number;
}

/** How long a page takes on a cold and on a warm instance, in milliseconds. */
export const benchPages: Benchmark = async (site) => {
  await buildFunctions();
  await buildWeb('production');
  await site.fill(generateJokes({ count: 1_000 }));
  const starts: Times[] = [];
  const cpu: number[] = [];
  for (let turn = 0; turn < STARTS; turn += 1) {
    const began = performance.now();
    const server = await startFunction(site.firestore, 'framework');
    const timed = async (path: string) => {
      const asked = performance.now();
      await server.get(path);
      return performance.now() - asked;
    };
    const first = await timed('/');
    const cold = performance.now() - began;
    cpu.push(await server.cpu());
    const rendered = await timed(OTHER_PAGE);
    starts.push({ cold, first, rendered, cached: await timed(OTHER_PAGE) });
    await server.stop();
  }
  const middle = (name: keyof Times) => median(starts.map((times) => times[name])).toFixed(0);
  return [
    forInformation(
      'P13',
      'time to the last byte of a page in ms: a new process, from its start; its first request',
      `${middle('cold')}, ${middle('first')}`,
    ),
    forInformation(
      'P13',
      '… of a warm instance: a page that it renders, and one that it has cached',
      `${middle('rendered')}, ${middle('cached')}`,
    ),
    forInformation(
      'P13',
      '… CPU of a new process in the Functions Framework until its first page, in ms',
      median(cpu).toFixed(0),
    ),
  ];
};
