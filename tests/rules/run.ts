// npm run test:rules: the tests of both rule files on Google's own engines. `npm test` runs them on the embedded
// emulators. The last line is the total, "N passed, N failed".
import { spawnSync } from 'node:child_process';
import { projectId } from '../../local/stack/firebase-json.ts';
import { firestoreRules } from '../support/google-firestore.ts';
import { check, readSteps, runSteps, type Step } from '../support/run-steps.ts';

const NEEDED_JAVA = 21;

const onStorageEmulator = check(
  'storage-rules',
  'firebase-tools/lib/bin/firebase.js',
  'emulators:exec',
  '--only=storage',
  `--project=${projectId}`,
  'vitest run --project=rules tests/rules/storage.test.ts',
);

/** Firebase's Storage emulator, whose rules engine firebase-tools downloads; it refuses older versions of Java. */
const storageRules: Step = {
  ...onStorageEmulator,
  async run() {
    const { stderr } = spawnSync('java', ['-version'], { encoding: 'utf8' });
    const version = Number(/version "(\d+)/.exec(stderr)?.[1]);
    if (version >= NEEDED_JAVA) return onStorageEmulator.run();
    const problem =
      `storage rules were not run: firebase-tools runs their engine with Java ${NEEDED_JAVA}; this is ` +
      `Java ${version}. npm test runs the same tests on the embedded Storage emulator.`;
    return { passed: 0, failed: 0, problem };
  },
};

const groups = [[firestoreRules], [storageRules]];
const does = 'Tests every kind of client against both rule files on Google’s own emulators.';
await runSteps(groups, readSteps('npm run test:rules', does, groups));
