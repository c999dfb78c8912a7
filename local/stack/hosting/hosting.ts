import type { IncomingMessage, ServerResponse } from 'node:http';
import { server as createSuperstatic } from 'superstatic';
import createLookup from 'superstatic/lib/providers/fs.js';
import {
  FIREBASE_CONFIG_PATH,
  firebaseJsonSection,
  root,
  serveFirebaseConfig,
} from '../firebase-json.ts';
import { createFunctionProxy } from './function-proxy.ts';
import { closeServer, listeningPort, LOOPBACK } from '../http-server.ts';

export interface HostingOptions {
  /** 0: any free port. */
  port: number;
  /** Returns the function's origin, such as `http://127.0.0.1:5001`; called for each request. */
  functionOrigin: () => string;
  /** The Auth emulator's origin, which the site learns and may connect to; null: no Auth emulator. */
  authOrigin: string | null;
  /** The folder of firebase.json and the site; default: the repository. */
  folder?: string;
}

export type Hosting = Awaited<ReturnType<typeof startHosting>>;

/**
 * Serves the site as Firebase Hosting does: superstatic, the server inside the official Hosting
 * emulator, applies firebase.json's rules for files, headers and rewrites, and the function gets requests
 * under production's rules for cookies, caching and timeouts.
 * @returns its origin, such as `http://127.0.0.1:5000`, and what stops it
 * @throws the listening error, such as EADDRINUSE
 */
export async function startHosting(options: HostingOptions) {
  const { port, functionOrigin, authOrigin, folder = root } = options;
  const section = firebaseJsonSection('hosting', folder);
  const proxy = createFunctionProxy(functionOrigin);
  // As text, because superstatic's types have no rewrite to a function. The content security policies would block
  // the Auth emulator.
  const config = JSON.stringify(section);
  const settings = {
    config: config.replaceAll(/\bconnect-src [^;"]*/g, `$& ${authOrigin ?? ''}`),
    cwd: folder,
    hostname: LOOPBACK,
    port,
    compression: true,
    stack: 'strict',
    rewriters: { function: () => Promise.resolve(proxy) },
    // Missing from superstatic's types.
    provider: findFileIn(folder, section['public']),
  };
  const app = createSuperstatic(settings);
  // HTTP/1.0 allows requests without a host, but Hosting finds the site by its host.
  app.use((request: IncomingMessage, response: ServerResponse, next: () => void) => {
    if (request.headers.host !== undefined) return next();
    response.writeHead(400, { 'content-type': 'text/plain', 'cache-control': 'no-store' });
    response.end('Bad request: the Host header is missing.\n');
  });
  app.use(FIREBASE_CONFIG_PATH, serveFirebaseConfig(authOrigin));
  const server = app.listen(() => undefined);
  return {
    origin: `http://${LOOPBACK}:${await listeningPort(server)}`,
    stop: () => closeServer(server),
  };
}

/** Superstatic's file lookup; paths that no file can have, on which it fails, are "not found". */
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
