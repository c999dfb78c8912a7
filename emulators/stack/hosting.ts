import { server as createSuperstatic } from 'superstatic';
import { allowConnections } from './content-security-policy.ts';
import { FIREBASE_CONFIG_PATH, serveFirebaseConfig } from './firebase-config.ts';
import { firebaseJsonSection, root } from './firebase-json.ts';
import { createFunctionProxy } from './function-proxy.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

export interface HostingOptions {
  /** 0 for any free one. */
  port: number;
  /** The function's origin, such as `http://127.0.0.1:5001`. */
  functionOrigin: string;
  /** The Auth emulator's origin, which the site is told and allowed to connect to; null for none. */
  authOrigin: string | null;
  /** The folder with firebase.json and the site; default: the repository. */
  folder?: string;
}

export interface Hosting {
  /** Such as `http://127.0.0.1:5000`. */
  readonly origin: string;
  stop(): Promise<void>;
}

/**
 * Serves the site as Firebase Hosting does: superstatic, the server inside the official Hosting
 * emulator, with firebase.json's own rules for files, headers and rewrites, and the function behind
 * them under production's rules for cookies, caching and time.
 */
export async function startHosting(options: HostingOptions): Promise<Hosting> {
  const { port, functionOrigin, authOrigin, folder = root } = options;
  const config = allowConnections(
    firebaseJsonSection('hosting', folder),
    authOrigin === null ? [] : [authOrigin],
  );
  const proxy = createFunctionProxy(functionOrigin);
  const app = createSuperstatic({
    // As text, because its types know no rewrite to a function.
    config: JSON.stringify(config),
    cwd: folder,
    hostname: LOOPBACK,
    port,
    compression: true,
    stack: 'strict',
    rewriters: { function: () => Promise.resolve(proxy) },
  });
  app.use(FIREBASE_CONFIG_PATH, serveFirebaseConfig(authOrigin));
  const server = app.listen(() => undefined);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    stop: () => closeServer(server),
  };
}
