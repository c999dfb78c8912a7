import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, vi } from 'vitest';
import * as z from 'zod';
import { startFirestoreEmulator, type FirestoreEmulator } from 'firestore-emulator';
import { functionEnvironment } from '../../../local/stack/function/cloud-function.ts';
import { projectId, root } from '../../../local/stack/firebase-json.ts';
import { startProcess, untilReady } from '../../../local/stack/stack-process.ts';
import { freePorts } from '../local/free-ports.ts';
import { startStorageEmulator } from 'storage-emulator';

/**
 * Firebase's official Auth, Functions and Hosting emulators with the embedded Firestore and
 * Storage emulators.
 */
export interface OfficialEmulators {
  /** the site's origin */
  origin: string;
  authOrigin: string;
  firestore: FirestoreEmulator;
  stop(): Promise<void>;
}

/** How long firebase-tools may take to start. */
const START_TIMEOUT = { timeout: 120_000 };

async function untilResponding(url: string): Promise<void> {
  await vi.waitFor(async () => expect((await fetch(url)).status, url).toBe(200), START_TIMEOUT);
}

/**
 * Starts the emulators on free ports with a copy of firebase.json that changes only the ports. The
 * copy is in the project's folder because firebase-tools resolves paths from the folder of its
 * configuration.
 * @throws {Error} with the emulators' log if they do not start
 */
export async function startOfficialEmulators(): Promise<OfficialEmulators> {
  const firestore = await startFirestoreEmulator({
    indexesFile: join(root, 'firestore.indexes.json'),
  });
  const storage = await startStorageEmulator({});
  const ports = await freePorts();
  const morePorts = await freePorts();
  const folder = mkdtempSync(join(tmpdir(), 'facts-walk-'));
  const config = join(root, `firebase.walk-${process.pid}.json`);
  const original = z
    .looseObject({ emulators: z.looseObject({}) })
    .parse(JSON.parse(readFileSync(join(root, 'firebase.json'), 'utf8')));
  const onPort = (port: number) => ({ host: '127.0.0.1', port });
  writeFileSync(
    config,
    JSON.stringify({
      ...original,
      emulators: {
        auth: onPort(ports.auth),
        hub: onPort(ports.hub),
        logging: onPort(ports.logging),
        functions: onPort(morePorts.auth),
        hosting: onPort(morePorts.hub),
        eventarc: onPort(morePorts.logging),
        ui: { enabled: false },
        singleProjectMode: true,
      },
    }),
  );
  const emulators = startProcess({
    name: 'The official emulators',
    file: join(root, 'node_modules/firebase-tools/lib/bin/firebase.js'),
    args: [
      'emulators:start',
      '--non-interactive',
      '--only=auth,functions,hosting',
      `--project=${projectId}`,
      `--config=${config}`,
    ],
    env: {
      ...process.env,
      ...functionEnvironment({ firestore: firestore.host, storage: storage.host, auth: null }),
      CI: '1',
      NO_UPDATE_NOTIFIER: '1',
      XDG_CONFIG_HOME: folder,
      TMPDIR: folder,
    },
    cwd: root,
    log: join(folder, 'emulators.log'),
  });
  const origin = `http://127.0.0.1:${morePorts.hub}`;

  async function stop(): Promise<void> {
    await emulators.stop();
    await storage.stop();
    await firestore.stop();
    rmSync(config, { force: true });
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    await untilReady(emulators, untilResponding(`${origin}/api/v1/health`));
  } catch (error) {
    const log = readFileSync(join(folder, 'emulators.log'), 'utf8');
    await stop();
    throw new Error(`The official emulators did not start.\n${log}`, { cause: error });
  }
  return { origin, authOrigin: `http://127.0.0.1:${ports.auth}`, firestore, stop };
}
