// Tests that take too long for every run: the emulators' conformance, the
// comparison with Google's Firestore emulator, the commands, rare states of
// the screens, every temporary error, the deployment's checks, the site on Firebase's own emulators, the
// walk through the site in Firefox and WebKit, and the planted faults that the tests must notice. The last line
// is the total, "N passed, N failed". With names as arguments, runs only those steps.
import {
  findOfficialFirestore,
  HOW_TO_INSTALL_OFFICIAL_FIRESTORE,
  startOfficialFirestore,
} from '../local/stack/official-firestore.ts';
import { CHROMIUM } from './support/browsers.ts';
import { check, engine, readSteps, runSteps, suites } from './support/run-steps.ts';
import { plantFaults } from './safety/plant-faults.ts';

const groups = [
  [check('build', '../scripts/build.ts', '--mode', 'emulator')],
  [{ ...suites('deep', ['deep', 'faults', 'walk']), browsers: CHROMIUM }],
  [
    {
      name: 'oracle',
      async run() {
        const path = findOfficialFirestore();
        if (path === undefined) {
          const problem = `The embedded Firestore was not compared with Google's, which is not installed. ${HOW_TO_INSTALL_OFFICIAL_FIRESTORE}`;
          return { passed: 0, failed: 0, problem };
        }
        const google = await startOfficialFirestore(path);
        try {
          return await suites('oracle', ['oracle'], { GOOGLE_FIRESTORE: google.host }).run();
        } finally {
          await google.stop();
        }
      },
    },
  ],
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
