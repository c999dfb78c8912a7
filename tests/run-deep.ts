// Tests that take too long for every run: the emulators' conformance, the comparison with Google's Firestore
// emulator where it is installed, the commands, rare states of the screens, every temporary error, the deployment's
// checks, the site on Firebase's own emulators, the walk through the site in Firefox and WebKit, and the planted
// faults that the tests must notice. The last line is the total, "N passed, N failed". With names as arguments, runs
// only those steps.
import { randomInt } from 'node:crypto';
import {
  findOfficialFirestore,
  HOW_TO_INSTALL_OFFICIAL_FIRESTORE,
  startOfficialFirestore,
} from './support/google-firestore.ts';
import { CHROMIUM } from './support/browsers.ts';
import { check, engine, readSteps, runSteps, suites, type Step } from './support/run-steps.ts';
import { plantFaults } from './safety/plant-faults.ts';

/** Of random inputs. */
const seed = process.env['TEST_SEED'] ?? String(randomInt(2 ** 31));
const newInputs = { TEST_SEED: seed };

/** Random calls and programs to the embedded Firestore and to Google's emulator, whose answers must be the same. */
const oracle: Step = {
  name: 'oracle',
  async run() {
    const path = findOfficialFirestore();
    if (path === undefined) {
      const problem = `oracle was not run: Google's Firestore emulator is not installed. ${HOW_TO_INSTALL_OFFICIAL_FIRESTORE}`;
      return { passed: 0, failed: 0, problem };
    }
    const google = await startOfficialFirestore(path);
    try {
      return await suites('oracle', ['oracle'], { GOOGLE_FIRESTORE: google.host }).run();
    } finally {
      await google.stop();
    }
  },
};

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
  [oracle],
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
const wanted = readSteps(
  'npm run test:deep',
  'Runs the tests that take too long for every run.',
  groups,
);
process.stdout.write(`Random inputs: TEST_SEED=${seed}, which repeats them.\n`);
await runSteps(groups, wanted);
