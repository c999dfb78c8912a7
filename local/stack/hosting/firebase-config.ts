import type { IncomingMessage, ServerResponse } from 'node:http';
import { projectId, storageBucket } from '../firebase-json.ts';

/** The path at which Hosting serves the Firebase configuration to the site. */
export const FIREBASE_CONFIG_PATH = '/__/firebase/init.json';

/**
 * Serves the configuration as Hosting does, with demo values and one additional field:
 * `authEmulatorOrigin`, by which the site's emulator build finds the Auth emulator.
 * @param authOrigin null: no Auth emulator is running
 */
export function serveFirebaseConfig(authOrigin: string | null) {
  const config = {
    apiKey: 'demo-api-key',
    authDomain: `${projectId}.firebaseapp.com`,
    projectId,
    storageBucket,
    ...(authOrigin === null ? {} : { authEmulatorOrigin: authOrigin }),
  };
  return (_request: IncomingMessage, response: ServerResponse): void => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(config));
  };
}
