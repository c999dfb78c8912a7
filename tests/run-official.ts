// npm run test:official: the tests of the API, also under contention, and of the Firestore rules, on Google's
// own Firestore emulator, each file in a project of its own. The last line is the total, "N passed, N failed".
import { firestoreRules, onGoogleFirestore } from './support/google-firestore.ts';
import { readSteps, runSteps } from './support/run-steps.ts';

const groups = [
  [onGoogleFirestore('api', ['api', 'api-deep'])],
  [onGoogleFirestore('accounts', ['accounts'])],
  [firestoreRules],
];
const does =
  'Runs the tests of the API and of the Firestore rules on Google’s own Firestore emulator.';
await runSteps(groups, readSteps('npm run test:official', does, groups));
