// npm run test:official: the tests of the API, also under contention, and of the Firestore rules, on Google's
// own Firestore emulator, each file in a project of its own. The last line is the total, "N passed, N failed".
import {
  firestoreRules,
  onOfficialFirestore,
  runOnOfficialFirestore,
} from './support/on-official-firestore.ts';
import { suites } from './support/run-steps.ts';

await runOnOfficialFirestore(
  'npm run test:official',
  'Runs the tests of the API and of the Firestore rules on Google’s own Firestore emulator.',
  [
    suites('api', ['api', 'api-deep'], onOfficialFirestore),
    suites('accounts', ['accounts'], onOfficialFirestore),
    firestoreRules,
  ],
);
