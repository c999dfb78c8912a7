import type { IncomingMessage, ServerResponse } from 'node:http';
import { projectId, storageBucket } from './firebase-json.ts';

/** Where Hosting serves the configuration of its project to the site. */
export const FIREBASE_CONFIG_PATH = '/__/firebase/init.json';

/**
 * Serves it as Hosting does, with demo values and one more field: `authEmulatorOrigin` tells the
 * emulator build of the site where the Auth emulator is.
 * @param authOrigin null where no Auth emulator runs
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
