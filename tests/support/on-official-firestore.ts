import { join } from 'node:path';
import {
  findOfficialFirestore,
  HOW_TO_INSTALL_OFFICIAL_FIRESTORE,
  startOfficialFirestore,
} from './google-firestore.ts';
import { root } from '../../local/stack/firebase-json.ts';
import { LOOPBACK } from '../../local/stack/http-server.ts';
import { freePorts } from './local/free-ports.ts';
import { readSteps, runSteps, suites, type Step } from './run-steps.ts';

const port = (await freePorts()).hosting;

/** Lets Vitest's projects run on Google's emulator, which `runOnOfficialFirestore` starts. */
export const onOfficialFirestore = { OFFICIAL_FIRESTORE: `${LOOPBACK}:${port}` };

/** Every kind of client against firestore.rules, on Google's engine. */
export const firestoreRules = suites('firestore-rules', ['rules'], onOfficialFirestore, [
  'tests/rules/firestore.test.ts',
]);

/**
 * Starts Google's Firestore emulator with the project's rules, and runs steps one after the other. Where it is
 * not installed, prints how to install it and the total `0 passed, 0 failed`, and sets the exit code.
 * @param command as typed, such as `npm run test:official`
 */
export async function runOnOfficialFirestore(
  command: string,
  does: string,
  steps: readonly Step[],
): Promise<void> {
  const groups = steps.map((step) => [step]);
  const wanted = readSteps(command, does, groups);
  const path = findOfficialFirestore();
  if (path === undefined) {
    process.stdout.write(
      `Google's Firestore emulator is not installed. ${HOW_TO_INSTALL_OFFICIAL_FIRESTORE}\n\n0 passed, 0 failed\n`,
    );
    process.exitCode = 1;
    return;
  }
  const emulator = await startOfficialFirestore(path, {
    port,
    rules: join(root, 'firestore.rules'),
  });
  try {
    await runSteps(groups, wanted);
  } finally {
    await emulator.stop();
  }
}
