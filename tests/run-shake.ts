// npm run test:shake: the tests of `npm test` several times, their files in another order each time, beside a process
// that keeps every core busy. Prints what failed and how often. The last line is the total, "N passed, N failed".
import { randomInt } from 'node:crypto';
import { readCommandLine, refuseCommandLine, type Program } from '../scripts/command-line.ts';
import { provideChromium } from './support/browsers.ts';
import { startGroup } from './support/process-group.ts';
import { check, runSteps } from './support/run-steps.ts';
import { runVitest } from './support/run-vitest.ts';

const DEFAULT_ROUNDS = 5;

/** The Vitest projects of `npm test`. */
const FAST_PROJECTS = ['unit', 'rules', 'api', 'journeys'];

const program: Program = {
  command: 'npm run test:shake',
  operands: '[rounds]',
  does: `Runs the tests of npm test ${DEFAULT_ROUNDS} times, or as often as you say, in random order on a busy computer.`,
  options: {},
  example: 'npm run test:shake -- 3',
};

/** Starts as many threads as there are cores, in one process. They only count. */
const KEEP_CORES_BUSY = `
const { Worker } = require('node:worker_threads');
const cores = require('node:os').availableParallelism();
for (let core = 0; core < cores; core += 1) new Worker('for (;;);', { eval: true });`;

const { positionals } = readCommandLine(program);
const rounds = Number(positionals[0] ?? DEFAULT_ROUNDS);
if (positionals.length > 1 || !Number.isInteger(rounds) || rounds < 1) {
  refuseCommandLine(program, `'${positionals.join(' ')}' is not a number of rounds`);
}

const failures = new Map<string, number>();

async function runOnce(): Promise<{ passed: number; failed: number }> {
  const report = await runVitest(
    [
      ...FAST_PROJECTS.map((project) => `--project=${project}`),
      '--sequence.shuffle.files',
      `--sequence.seed=${randomInt(2 ** 31)}`,
    ],
    { BUILT: '1' },
  );
  for (const { name, status, assertionResults } of report.testResults) {
    const failed = assertionResults.filter((each) => each.status === 'failed');
    const names = failed.map(({ fullName }) => `${name}: ${fullName}`);
    // A file can fail without a test, for example in beforeAll.
    if (status === 'failed' && names.length === 0) names.push(name);
    for (const each of names) failures.set(each, (failures.get(each) ?? 0) + 1);
  }
  const { numPassedTests: passed, numFailedTests: failed } = report;
  return { passed, failed: failed === 0 && !report.exitedWell ? 1 : failed };
}

await provideChromium();
const busy = startGroup(process.execPath, ['-e', KEEP_CORES_BUSY], { stdio: 'ignore' });
const shake = Array.from({ length: rounds }, (_, index) => [
  { name: `round ${index + 1} of ${rounds}`, run: runOnce },
]);
await runSteps([[check('build', '../scripts/build.ts', '--mode', 'emulator')], ...shake], [], () =>
  [...failures].map(([name, times]) => `Failed ${times} of ${rounds} times: ${name}\n`).join(''),
);
busy.kill('SIGKILL');
