// The project's test: format, lint, types and build, then every suite that is not deep. Ends with the
// line "N passed, N failed" over all of them. With names as arguments, runs only those steps.
import { check, runSteps, suites } from './run-steps.ts';

const types = (project: string) =>
  check(`types of ${project}`, 'typescript/bin/tsc', '-p', project);

await runSteps(
  [
    [
      check('format', 'prettier/bin/prettier.cjs', '--check', '--log-level=warn', '.'),
      check('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
      types('functions'),
      types('web'),
      types('web/worker'),
      types('.'),
      check('build', '../scripts/build.ts', '--mode', 'emulator'),
      // One worker is busy with them, so the checks keep the other core busy.
      suites('accounts', ['accounts']),
    ],
    [suites('suites', ['unit', 'emulators', 'rules', 'api', 'deploy'])],
    [suites('browser', ['e2e'], { BUILT: '1' })],
  ],
  process.argv.slice(2),
);
