import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  initializeTestEnvironment,
  type RulesTestContext,
  type RulesTestEnvironment,
} from '@firebase/rules-unit-testing';
import { setLogLevel } from 'firebase/firestore';
import { projectId } from '../../../local/stack/firebase-json.ts';
import { freePorts } from '../local/free-ports.ts';
import { openDataClient, type DataClient } from '../local/data-client.ts';
import { startDataEmulators } from '../../../local/stack/emulators/data-emulators.ts';

/** Every kind of client. */
export const clients: Readonly<Record<string, (to: RulesTestEnvironment) => RulesTestContext>> = {
  'a visitor': (to) => to.unauthenticatedContext(),
  'a signed-in user': (to) => to.authenticatedContext('user', { email: 'user@example.com' }),
  'an administrator': (to) => to.authenticatedContext('admin', { admin: true }),
};

/** The emulators with the project's rules. */
export interface Rules extends AsyncDisposable {
  readonly environment: RulesTestEnvironment;
  /** Bypasses the rules. */
  readonly admin: DataClient;
}

/**
 * Connects to emulators that were started with the project's rules: Firestore to Google's in `npm run
 * test:official`, Storage to Firebase's in `firebase emulators:exec`, otherwise to the embedded ones.
 */
export async function openRules(): Promise<Rules> {
  // Otherwise the SDK prints every refusal.
  setLogLevel('silent');
  await using parts = new AsyncDisposableStack();
  const embedded = await startEmbedded(parts);
  const inSuite = process.env['FIREBASE_EMULATOR_HUB'] !== undefined;
  const hosts = {
    firestore: process.env['GOOGLE_FIRESTORE'] ?? embedded.firestore,
    storage: (inSuite ? process.env['FIREBASE_STORAGE_EMULATOR_HOST'] : null) ?? embedded.storage,
  };
  const at = (host: string) => ({
    host: host.split(':')[0] ?? '',
    port: Number(host.split(':')[1]),
  });
  const environment = await initializeTestEnvironment({
    projectId,
    firestore: at(hosts.firestore),
    storage: at(hosts.storage),
  });
  parts.defer(() => environment.cleanup());
  const admin = parts.use(openDataClient(hosts));
  const opened = parts.move();
  return { environment, admin, [Symbol.asyncDispose]: () => opened.disposeAsync() };
}

async function startEmbedded(parts: AsyncDisposableStack) {
  const data = mkdtempSync(join(tmpdir(), 'rules-'));
  parts.defer(() => rmSync(data, { recursive: true }));
  const { firestore, storage } = await startDataEmulators(
    { ports: await freePorts(), data },
    parts,
  );
  return { firestore: firestore.host, storage: storage.host };
}
