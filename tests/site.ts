import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { startFirestoreEmulator, type FirestoreEmulator } from 'firestore-emulator';
import type { SeedJoke } from '../local/seed/index.ts';
import { createApp } from '../functions/src/app.ts';
import { importJokes } from '../local/seed/import-jokes.ts';
import { readConfig } from '../functions/src/config.ts';
import { createContext, type Context } from '../functions/src/context.ts';
import { ApiError } from '../functions/src/contract/index.ts';
import type { Identify } from '../functions/src/identity.ts';

/** The bearer that the tests' sites know. */
export const ADMIN_BEARER = 'test-admin';

const identify: Identify = (bearer) => {
  if (bearer === ADMIN_BEARER)
    return Promise.resolve({
      kind: 'admin',
      provider: 'password',
      username: 'test',
      session: 'test',
    });
  return Promise.reject(new ApiError('unauthenticated', 'This token is not valid.'));
};

export interface Answer {
  status: number;
  headers: Headers;
  /** the body as JSON; its text where it is none */
  body: unknown;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  /** sent as JSON; a string is sent as it is */
  body?: unknown;
  bearer?: string;
}

/** One running instance of the API over the embedded Firestore. */
export interface Instance {
  context: Context;
  url: string;
  request(path: string, options?: RequestOptions): Promise<Answer>;
  /**
   * Waits until no call to Firestore is under way. The SDK goes on trying what nobody waits for any more,
   * and a client that is closed meanwhile throws where nobody can catch it.
   */
  idle(): Promise<void>;
  stop(): Promise<void>;
}

/** The embedded Firestore and any number of instances of the API over it. */
export interface Site {
  firestore: FirestoreEmulator;
  /** Empties the database and fills it with these jokes. */
  fill(jokes: Iterable<SeedJoke>): Promise<void>;
  /** A fresh instance: nothing in memory, its own connection. */
  start(replaced?: Partial<Context>): Promise<Instance>;
  stop(): Promise<void>;
}

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** Counts the calls of a Firestore client that are under way, by the two methods that all of them use. */
function countCalls(db: Context['db']): () => number {
  let running = 0;
  for (const name of ['request', 'requestStream']) {
    const call: unknown = Reflect.get(db, name);
    if (typeof call !== 'function') throw new Error(`The Firestore SDK has no ${name}`);
    Reflect.set(db, name, async (...given: unknown[]): Promise<unknown> => {
      running += 1;
      try {
        return await Reflect.apply(call, db, given);
      } finally {
        running -= 1;
      }
    });
  }
  return () => running;
}

function encode(body: unknown): string {
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function decode(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Starts an embedded Firestore with the project's own indexes. */
export async function openSite(
  options: { transactions?: 'locks' | 'optimistic' } = {},
): Promise<Site> {
  const firestore = await startFirestoreEmulator({
    indexesFile: new URL('../firestore.indexes.json', import.meta.url).pathname,
    ...options,
  });
  const instances = new Set<Instance>();

  function openContext(replaced: Partial<Context> = {}): Context {
    process.env['FIRESTORE_EMULATOR_HOST'] = firestore.host;
    return createContext({
      config: readConfig({ FIRESTORE_EMULATOR_HOST: firestore.host }),
      identify,
      log: () => undefined,
      ...replaced,
    });
  }

  async function start(replaced: Partial<Context> = {}): Promise<Instance> {
    const context = openContext(replaced);
    const runningCalls = countCalls(context.db);
    const server = createServer(createApp(context));
    // Longer than any client keeps a connection, so that no request meets a closing one.
    server.keepAliveTimeout = 610_000;
    const url = await listen(server);
    const instance: Instance = {
      context,
      url,
      async request(path, { method = 'GET', headers = {}, body, bearer } = {}) {
        const response = await fetch(`${url}/api/v1${path}`, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
            ...headers,
          },
          ...(body === undefined ? {} : { body: encode(body) }),
        });
        return {
          status: response.status,
          headers: response.headers,
          body: decode(await response.text()),
        };
      },
      async idle() {
        while (runningCalls() > 0) await setTimeout(20);
      },
      async stop() {
        instances.delete(instance);
        server.closeAllConnections();
        server.close();
        await instance.idle();
        await context.db.terminate();
      },
    };
    instances.add(instance);
    return instance;
  }

  return {
    firestore,
    start,
    async fill(jokes) {
      firestore.clear();
      const context = openContext();
      await importJokes(context, jokes);
      await context.db.terminate();
      firestore.resetRecords();
    },
    async stop() {
      await Promise.all([...instances].map((instance) => instance.stop()));
      await firestore.stop();
    },
  };
}
