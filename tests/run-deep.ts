// Tests that take too long for every run: the emulators' conformance, the commands, rare states of the screens,
// every temporary error, the deployment's checks, the site on Firebase's own emulators, the walk through the site in
// Firefox and WebKit, and the planted faults that the tests must notice. The last line is the total, "N passed, N
// failed". With names as arguments, runs only those steps.
import { CHROMIUM } from './support/browsers.ts';
import { check, engine, readSteps, runSteps, suites } from './support/run-steps.ts';
import { plantFaults } from './safety/plant-faults.ts';

const groups = [
  [check('build', '../scripts/build.ts', '--mode', 'emulator')],
  [{ ...suites('deep', ['deep', 'faults', 'walk', 'alone']), browsers: CHROMIUM }],
  [engine('firefox'), engine('webkit')],
  [
    {
      name: 'planted faults',
      browsers: CHROMIUM,
      async run() {
        const planted = await plantFaults();
        const passed = planted.filter(({ noticed }) => noticed).length;
        return { passed, failed: planted.length - passed };
      },
    },
  ],
];
await runSteps(
  groups,
  readSteps('npm run test:deep', 'Runs the tests that take too long for every run.', groups),
);
