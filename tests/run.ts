// The project's whole test: format, lint, types, build, then every suite. Ends with the line
// "N passed, N failed" over all of them. With names as arguments, runs only those steps.
import { runVitest, succeeds } from './run-vitest.ts';

interface Outcome {
  passed: number;
  failed: number;
}

interface Step {
  name: string;
  run: () => Promise<Outcome>;
}

/** A step that is one check. */
function check(name: string, program: string, args: string[]): Step {
  return {
    name,
    run: async () =>
      (await succeeds(program, args)) ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 },
  };
}

/** A step that is one Vitest project; a test that was skipped counts as failed. */
function suite(name: string): Step {
  return {
    name,
    async run() {
      const { exitedWell, success, ...counts } = await runVitest([`--project=${name}`]);
      const failed = counts.numFailedTests + counts.numPendingTests + counts.numTodoTests;
      const unexplained = failed === 0 && !(exitedWell && success) ? 1 : 0;
      return { passed: counts.numPassedTests, failed: failed + unexplained };
    },
  };
}

const types = (project: string) =>
  check(`types of ${project}`, 'typescript/bin/tsc', ['-p', project]);

const steps: Step[] = [
  check('format', 'prettier/bin/prettier.cjs', ['--check', '--log-level=warn', '.']),
  check('lint', 'oxlint/bin/oxlint', ['--type-aware', '--deny-warnings']),
  types('functions'),
  types('web'),
  types('web/worker'),
  types('.'),
  suite('unit'),
  suite('emulators'),
  suite('rules'),
  suite('api'),
  suite('deploy'),
  check('build', '../scripts/build.ts', ['--mode', 'emulator']),
  suite('walk'),
  suite('e2e'),
];

const wanted = process.argv.slice(2);
const chosen = steps.filter(({ name }) => wanted.length === 0 || wanted.includes(name));
const total: Outcome = { passed: 0, failed: 0 };
const broken: string[] = [];
for (const [index, { name, run }] of chosen.entries()) {
  process.stdout.write(`\n── ${index + 1}/${chosen.length} ${name}\n`);
  const outcome = await run().catch((error: unknown): Outcome => {
    process.stderr.write(`${String(error)}\n`);
    return { passed: 0, failed: 1 };
  });
  total.passed += outcome.passed;
  total.failed += outcome.failed;
  if (outcome.failed > 0) broken.push(name);
}
if (broken.length > 0) process.stdout.write(`\nFailed: ${broken.join(', ')}\n`);
process.stdout.write(`\n${total.passed} passed, ${total.failed} failed\n`);
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0;
