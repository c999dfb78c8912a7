import { productionEngine } from './engine.ts';
import { startWithEngine, type FirestoreEmulator, type FirestoreEmulatorOptions } from './start.ts';

export type { CallRecord } from './billing/call-log.ts';
export type { Fault } from './control/faults.ts';
export { deniesEverything } from './rules.ts';
export type { FirestoreEmulator, FirestoreEmulatorOptions } from './start.ts';

/**
 * Starts the embedded Firestore emulator on the loopback interface.
 *
 * @throws Error when the index definitions or the saved data can't be read or a port is in use
 */
export async function startFirestoreEmulator(
  options: FirestoreEmulatorOptions,
): Promise<FirestoreEmulator> {
  return await startWithEngine(options, productionEngine);
}
