import { productionEngine } from './engine.ts';
import type { FirestoreEmulator, FirestoreEmulatorOptions } from './interface.ts';
import { startWithEngine } from './start.ts';

export { deniesEverything } from './rules.ts';
export type { FirestoreEmulator, FirestoreEmulatorOptions };

/**
 * Starts an emulator on the loopback interface.
 *
 * @throws Error when the rules are not supported, the index definitions or the data can't be read or a
 *   port is in use
 */
export async function startFirestoreEmulator(
  options: FirestoreEmulatorOptions = {},
): Promise<FirestoreEmulator> {
  return await startWithEngine(options, productionEngine);
}
