import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import * as z from 'zod';

/** The repository's root folder. */
export const root = join(import.meta.dirname, '..', '..');

/** The local stack's project. Ids with `demo-` are reserved for emulators: no real project has one. */
export const projectId = 'demo-chuck-norris-facts';

/** The bucket of the local stack's images. */
export const storageBucket = `${projectId}.appspot.com`;

const firebaseJson = z.record(z.string(), z.unknown());

/**
 * Reads one section of a firebase.json.
 * @param name such as `hosting` or `emulators`
 * @param folder the folder that holds firebase.json
 * @throws {Error} if the section is missing or not an object
 */
export function firebaseJsonSection(name: string, folder = root) {
  const text = readFileSync(join(folder, 'firebase.json'), 'utf8');
  return firebaseJson.parse(firebaseJson.parse(JSON.parse(text))[name]);
}

/** The path at which Hosting serves the Firebase configuration to the site. */
export const FIREBASE_CONFIG_PATH = '/__/firebase/init.json';

/**
 * Serves the configuration as Hosting does, with demo values and one additional field:
 * `authEmulatorOrigin`, by which the site's emulator build finds the Auth emulator.
 * @param authOrigin null: no Auth emulator is running
 */
export function serveFirebaseConfig(authOrigin: string | null) {
  const config = JSON.stringify({
    apiKey: 'demo-api-key',
    authDomain: `${projectId}.firebaseapp.com`,
    projectId,
    storageBucket,
    authEmulatorOrigin: authOrigin ?? undefined,
  });
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(config);
  };
}
