import { server as createSuperstatic } from 'superstatic';
import { allowConnections } from './content-security-policy.ts';
import { firebaseJsonSection, root } from './firebase-json.ts';
import { createFunctionProxy } from './function-proxy.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

export interface HostingOptions {
  /** 0 for any free one. */
  port: number;
  /** The function's origin, such as `http://127.0.0.1:5001`. */
  functionOrigin: string;
  /** Origins that the content security policy must allow to connect to besides its own. */
  connectSources: readonly string[];
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
  const { port, functionOrigin, connectSources, folder = root } = options;
  const config = allowConnections(firebaseJsonSection('hosting', folder), connectSources);
  const proxy = createFunctionProxy(functionOrigin);
  const server = createSuperstatic({
    // As text, because its types know no rewrite to a function.
    config: JSON.stringify(config),
    cwd: folder,
    hostname: LOOPBACK,
    port,
    compression: true,
    stack: 'strict',
    rewriters: { function: () => Promise.resolve(proxy) },
  }).listen(() => undefined);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    stop: () => closeServer(server),
  };
}
