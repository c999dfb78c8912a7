// The project's test: format, lint, types and build, then every suite that is not deep. The last line
// is the total, "N passed, N failed". With names as arguments, runs only those steps.
import { CHROMIUM } from './support/browsers.ts';
import { check, readSteps, runSteps, suites } from './support/run-steps.ts';

const types = (project: string) =>
  check(`types of ${project}`, 'typescript/bin/tsc', '-p', project);

const groups = [
  [
    check('format', 'oxfmt/bin/oxfmt', '--check'),
    check('lint', 'oxlint/bin/oxlint', '--type-aware', '--deny-warnings'),
    check('unused code', 'knip/bin/knip.js', '--treat-config-hints-as-errors'),
    types('functions'),
    types('web'),
    types('.'),
    types('tests'),
    check('build', '../scripts/build.ts', '--mode', 'emulator'),
    check('production build', '../tests/support/site-build.ts'),
  ],
  [suites('suites', ['unit', 'rules', 'api'])],
  [{ ...suites('journeys', ['journeys'], { BUILT: '1' }), browsers: CHROMIUM }],
];
await runSteps(
  groups,
  readSteps(
    'npm test',
    'Checks format, lint and types, builds, and runs every test that is not deep.',
    groups,
  ),
);
