import type { IncomingMessage, ServerResponse } from 'node:http';
import { server as createSuperstatic } from 'superstatic';
import createLookup from 'superstatic/lib/providers/fs.js';
import { allowConnections } from './content-security-policy.ts';
import { FIREBASE_CONFIG_PATH, serveFirebaseConfig } from './firebase-config.ts';
import { firebaseJsonSection, root } from './firebase-json.ts';
import { createFunctionProxy } from './function-proxy.ts';
import { closeServer, listeningPort, LOOPBACK } from './http-server.ts';

export interface HostingOptions {
  /** 0 for any free one. */
  port: number;
  /** Returns the function's origin, such as `http://127.0.0.1:5001`; asked for each request. */
  functionOrigin: () => string;
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
  const settings = {
    // As text, because its types know no rewrite to a function.
    config: JSON.stringify(config),
    cwd: folder,
    hostname: LOOPBACK,
    port,
    compression: true,
    stack: 'strict',
    rewriters: { function: () => Promise.resolve(proxy) },
    // Not among its types.
    provider: findFileIn(folder, config['public']),
  };
  const app = createSuperstatic(settings);
  app.use(refuseWithoutHost);
  app.use(FIREBASE_CONFIG_PATH, serveFirebaseConfig(authOrigin));
  const server = app.listen(() => undefined);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    stop: () => closeServer(server),
  };
}

/** Superstatic's lookup of a file, which fails on paths that no file can have: those are not found. */
function findFileIn(cwd: string, publicFolder: unknown) {
  const findFile = createLookup({ cwd, public: publicFolder });
  return async (request: IncomingMessage, path: string): Promise<unknown> => {
    try {
      return await findFile(request, path);
    } catch (error) {
      const tooLong = error instanceof Error && 'code' in error && error.code === 'ENAMETOOLONG';
      if (tooLong || error instanceof URIError) return null;
      throw error;
    }
  };
}

// HTTP/1.0 allows it; Hosting finds the site by the host.
function refuseWithoutHost(
  request: IncomingMessage,
  response: ServerResponse,
  next: () => void,
): void {
  if (request.headers.host !== undefined) return next();
  response.writeHead(400, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
  response.end('Bad request: the Host header is missing.\n');
}
