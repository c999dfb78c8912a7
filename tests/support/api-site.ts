import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { startFirestoreEmulator, type FirestoreEmulator } from 'firestore-emulator';
import type { SeedJoke } from '../../local/seed/index.ts';
import { createApp } from '../../functions/src/app.ts';
import { importJokes } from '../../local/seed/import-jokes.ts';
import { projectId as localProjectId } from '../../local/stack/firebase-json.ts';
import { readConfig, type Config } from '../../functions/src/config.ts';
import { createContext, type Context } from '../../functions/src/site.ts';
import { endlessCall } from '../../functions/src/platform/deadline.ts';
import { openDatabase } from '../../functions/src/platform/tools.ts';
import { ApiError, type Renderer } from '../../functions/src/contract/index.ts';
import type { LoadRenderer } from '../../functions/src/pages/screens.service.ts';
import type { Identify } from '../../functions/src/platform/identity.ts';
import { openOfficialProject, type TestedFirestore } from './official-firestore.ts';

/** The bearer token of the administrator in tests. */
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
  /** the parsed body if it is JSON, otherwise its text */
  body: unknown;
}

/** The voter cookie that an answer sets. */
export function cookieOf({ headers, status }: Answer): string {
  const cookie = /^__session=([^;]+)/.exec(headers.get('set-cookie') ?? '')?.[1];
  if (cookie === undefined) throw new Error(`The response sets no voter id: ${status}`);
  return cookie;
}

export interface RequestOptions {
  method?: string;
  headers?: Record<string, string>;
  /** sent as JSON, except that a string is sent unchanged */
  body?: unknown;
  bearer?: string;
  /** the address that Hosting names */
  network?: string | undefined;
  /** the value of the voter's cookie, or of the mark of a browser that has signed in */
  cookie?: string | undefined;
  /** of idempotency */
  key?: string | undefined;
}

interface HeldCall {
  /** resolves when the call is held back */
  reached: Promise<void>;
  release: () => void;
}

/** One running instance of the API. */
export interface Instance {
  context: Context;
  url: string;
  request(path: string, options?: RequestOptions): Promise<Answer>;
  /**
   * Waits until nothing is done beside requests, and no call to Firestore is in progress. The SDK retries calls even if nothing awaits them
   * anymore, and a client that is closed during a retry throws an error that can't be caught.
   */
  idle(): Promise<void>;
  /** Holds back every further call to Firestore. @returns what lets them go on */
  holdCalls(): () => void;
  /**
   * Holds back the nth further call to Firestore, before it is sent or its answer.
   * @param method only of these, as the SDK names them
   */
  holdCall(nth: number, when: 'before' | 'after', method?: string): HeldCall;
  stop(): Promise<void>;
}

/** What an instance works with instead of the usual; of its configuration, what differs. */
export type Replaced = Partial<Omit<Context, 'config'>> & { config?: Partial<Config> };

/** A Firestore and any number of instances of the API over it. */
export interface ApiSite {
  firestore: FirestoreEmulator;
  /** The project of its clients. */
  projectId: string;
  clear(): Promise<void>;
  /** Empties the database and fills it with these jokes. */
  fill(jokes: Iterable<SeedJoke>): Promise<void>;
  /** Starts a new instance, with empty caches and a Firestore client that no other instance uses. */
  start(replaced?: Replaced): Promise<Instance>;
  stop(): Promise<void>;
}

async function listen(server: Server): Promise<string> {
  // A test may open this many connections simultaneously.
  server.listen({ port: 0, host: '127.0.0.1', backlog: 2_000 });
  await once(server, 'listening');
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('The server has no port');
  return `http://127.0.0.1:${address.port}`;
}

/** A client of Firestore. */
interface Client {
  db: Context['db'];
  /** waits until none of its calls is in progress */
  idle: () => Promise<void>;
  /** holds back every further call until its result is called */
  holdCalls: () => () => void;
  holdCall: Instance['holdCall'];
  /** Lets all calls go that are held. */
  release(): void;
}

/** Follows the calls in progress, and can hold them back, by the two methods that all of them use. */
function followCalls(db: Context['db']): Client {
  const running = new Set<Promise<unknown>>();
  const releases: (() => void)[] = [];
  let held = Promise.resolve();
  let next = { nth: 0, when: 'before', method: '', hold: () => Promise.resolve() };
  for (const name of ['request', 'requestStream']) {
    const call: unknown = Reflect.get(db, name);
    if (typeof call !== 'function') throw new Error(`The Firestore SDK has no ${name}`);
    const start = async (given: unknown[]): Promise<unknown> => {
      await held;
      if (next.method === '' || next.method === given[0]) next.nth -= 1;
      const isNext = next.nth === 0;
      const { when, hold } = isNext ? next : { when: 'never', hold: next.hold };
      // Once.
      if (isNext) next = { ...next, nth: -1 };
      if (when === 'before') await hold();
      const result: unknown = await Reflect.apply(call, db, given);
      if (when === 'after') await hold();
      return result;
    };
    Reflect.set(db, name, (...given: unknown[]) => {
      const started = start(given);
      running.add(started);
      const end = () => running.delete(started);
      started.then(end, end);
      return started;
    });
  }
  const holdCalls = () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    held = promise;
    releases.push(resolve);
    return resolve;
  };
  const idle = async () => {
    while (running.size > 0) await Promise.allSettled(running);
  };
  const holdCall: Instance['holdCall'] = (nth, when, method = '') => {
    const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const hold = () => {
      reached.resolve();
      return released.promise;
    };
    next = { nth, when, method, hold };
    releases.push(released.resolve);
    return { reached: reached.promise, release: released.resolve };
  };
  const release = () => {
    for (const each of releases.splice(0)) each();
  };
  return { db, idle, holdCalls, holdCall, release };
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

interface ApiOptions {
  transactions?: 'locks' | 'optimistic';
  contention?: 'production';
}

/** An embedded Firestore with the project's own indexes. */
async function openEmbedded(options: ApiOptions): Promise<TestedFirestore> {
  const firestore = await startFirestoreEmulator({
    indexesFile: join(import.meta.dirname, '..', '..', 'firestore.indexes.json'),
    ...options,
  });
  const clear = () => Promise.resolve(firestore.clear());
  return { firestore, projectId: localProjectId, clear };
}

/** Loads the site's renderer from its sources. */
const loadRenderer: LoadRenderer = async () => {
  const source = new URL('../../web/src/render.tsx', import.meta.url).href;
  const { renderPage }: Renderer = await import(source);
  return renderPage;
};

/** of timeouts in tests that do not replace them */
const never = new AbortController().signal;

const STARTED = Date.now();
/** A Wednesday. */
const NOON = Date.UTC(2026, 0, 14, 12);

/**
 * The time of the sites, in milliseconds since the epoch. It starts at noon, so that no test runs across the end of a
 * day or of a week.
 */
export function siteTime(): number {
  return NOON + Date.now() - STARTED;
}

/** Starts an embedded Firestore, or opens a project of Google's emulator. */
export async function openApi(options: ApiOptions = {}): Promise<ApiSite> {
  const { firestore, projectId, clear } = openOfficialProject() ?? (await openEmbedded(options));
  const instances = new Set<Instance>();
  const config = readConfig({ FIRESTORE_EMULATOR_HOST: firestore.host });
  /** Idle clients, for reuse: opening one takes longer than most tests. */
  const idleClients: Client[] = [];

  function takeClient(): Client {
    process.env['FIRESTORE_EMULATOR_HOST'] = firestore.host;
    return idleClients.pop() ?? followCalls(openDatabase({ ...config, projectId }));
  }

  // Files with images replace it; without one, the SDK would look for Google's servers.
  const bucket = () => Promise.reject(new Error('This site has no Storage'));

  /** what instances do beside requests */
  const besides = new Set<Promise<unknown>>();
  const beside = (work: Promise<unknown>) => {
    besides.add(work);
    void work.finally(() => besides.delete(work));
  };

  function contextOf({ db }: Client, replaced: Replaced = {}): Context {
    return createContext({
      db,
      // On a slow machine, the answer is still to be the same.
      withReadDeadline: (read) => read,
      ...(!replaced.timeout && { timeout: () => never, startCall: endlessCall }),
      clock: siteTime,
      monotonic: replaced.clock ?? siteTime,
      // Contending transactions need their time.
      ...(options.contention === undefined && { pause: () => setImmediate() }),
      identify,
      bucket,
      beside,
      loadRenderer,
      log: () => undefined,
      ...replaced,
      config: { ...config, ...replaced.config },
    });
  }

  async function start(replaced: Replaced = {}): Promise<Instance> {
    const client = takeClient();
    const context = contextOf(client, replaced);
    // Created at the first request, because many tests replace their instance before they use it.
    let app: ReturnType<typeof createApp> | undefined;
    const server = createServer((request, response) => {
      app ??= createApp(context);
      app(request, response);
    });
    // Longer than any client keeps a connection open, so that no request uses one that is closing.
    server.keepAliveTimeout = 610_000;
    const url = await listen(server);
    const instance: Instance = {
      context,
      url,
      async request(path, options = {}) {
        const { method = 'GET', headers = {}, body, bearer, network, cookie, key } = options;
        const response = await fetch(`${url}/api/v1${path}`, {
          method,
          headers: {
            ...(body === undefined ? {} : { 'content-type': 'application/json' }),
            ...(bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }),
            ...(network === undefined ? {} : { 'x-forwarded-for': network }),
            ...(cookie === undefined ? {} : { cookie: `__session=${cookie}` }),
            ...(key === undefined ? {} : { 'idempotency-key': key }),
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
        await Promise.all(besides);
        await client.idle();
      },
      holdCalls: client.holdCalls,
      holdCall: client.holdCall,
      async stop() {
        instances.delete(instance);
        server.closeAllConnections();
        server.close();
        // Those of a test that has failed meanwhile.
        client.release();
        await instance.idle();
        idleClients.push(client);
      },
    };
    instances.add(instance);
    return instance;
  }

  return {
    firestore,
    projectId,
    clear,
    start,
    async fill(jokes) {
      await clear();
      const client = takeClient();
      await importJokes(contextOf(client), jokes);
      idleClients.push(client);
      firestore.resetRecords();
    },
    async stop() {
      await Promise.all([...instances].map((instance) => instance.stop()));
      await Promise.all(idleClients.map(({ db }) => db.terminate()));
      await firestore.stop();
    },
  };
}
