// Tests that take too long for every run: the emulators' conformance, the comparison with Google's Firestore
// emulator where it is installed, the commands, rare states of the screens, every temporary error, the deployment's
// checks, the site on Firebase's own emulators, the walk through the site in Firefox and WebKit, and the planted
// faults that the tests must notice. The last line is the total, "N passed, N failed". With names as arguments, runs
// only those steps.
import { randomInt } from 'node:crypto';
import { CHROMIUM } from './support/browsers.ts';
import { onGoogleFirestore } from './support/google-firestore.ts';
import { check, engine, readSteps, runSteps, suites } from './support/run-steps.ts';
import { plantFaults } from './safety/plant-faults.ts';

/** Of random inputs. */
const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31));
const newInputs = { TEST_SEED: seed };

const groups = [
  [check('build', '../scripts/build.ts', '--mode', 'emulator')],
  [suites('accounts', ['accounts']), suites('emulators', ['emulators'], newInputs)],
  [
    {
      ...suites('deep', ['deep', 'api-deep', 'deploy', 'walk'], newInputs),
      browsers: CHROMIUM,
    },
  ],
  [{ ...suites('browser', ['browser'], { BUILT: '1' }), browsers: CHROMIUM }],
  // Random calls and programs, to which the embedded Firestore must answer as Google's emulator does.
  [onGoogleFirestore('oracle', ['oracle'])],
  [engine('firefox'), engine('webkit')],
  [
    {
      name: 'planted faults',
      browsers: CHROMIUM,
      async run() {
        const planted = await plantFaults();
        const passed = planted.filter(({ noticedBy }) => noticedBy !== undefined).length;
        return { passed, failed: planted.length - passed };
      },
    },
  ],
];
const wanted = readSteps(
  'npm run test:deep',
  'Runs the tests that take too long for every run.',
  groups,
);
process.stdout.write(`Random inputs: TEST_SEED=${seed}, which repeats them.\n`);
await runSteps(groups, wanted);
