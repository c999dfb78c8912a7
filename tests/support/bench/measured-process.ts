import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { FirestoreEmulator } from 'firestore-emulator';
import {
  deployedEnvironment,
  functionEnvironment,
} from '../../../local/stack/function/cloud-function.ts';
import { buildFunctions, functionBundle } from '../../../scripts/build.ts';

interface Received {
  headers: Record<string, string>;
  body: Buffer;
}

/** Builds the function, and what the build of a deployment adds. */
export async function buildDeployed(): Promise<void> {
  await buildFunctions();
  await promisify(execFile)('npm', ['run', 'gcp-build'], { cwd: functionBundle.absWorkingDir });
}

/** A server in a child process whose CPU and memory are measured. */
export interface MeasuredProcess {
  /** such as `http://127.0.0.1:5001` */
  readonly origin: string;
  /** Sends a GET and reads the whole response. @throws {Error} if its status is not 200 */
  get(path: string, headers?: Record<string, string>): Promise<Received>;
  /** The same with a body, as JSON, for what is created (201). */
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Received>;
  /** Milliseconds of CPU since the process started. */
  cpu(): Promise<number>;
  /** Bytes of memory that it uses now and that no file backs: Linux's `RssAnon`. */
  anonymousMemory(): number;
  stop(): Promise<void>;
}

async function numberFrom(child: ChildProcess): Promise<number> {
  const [message]: unknown[] = await once(child, 'message');
  if (typeof message !== 'number') throw new Error(`Not a number: ${String(message)}`);
  return message;
}

async function measured(child: ChildProcess): Promise<MeasuredProcess> {
  const port = await numberFrom(child);
  const agent = new Agent({ keepAlive: true });
  async function send(method: string, path: string, others: object, body = ''): Promise<Received> {
    const headers = { 'accept-encoding': 'gzip, deflate, br', ...others };
    const sent = request({ agent, host: '127.0.0.1', port, method, path, headers }).end(body);
    const [answer]: unknown[] = await once(sent, 'response');
    if (!(answer instanceof IncomingMessage)) throw new Error('No answer');
    const success = method === 'GET' ? 200 : 201;
    if (answer.statusCode !== success) throw new Error(`${path}: ${answer.statusCode}`);
    const received = Object.entries(answer.headersDistinct).map(
      ([name, values = []]) => [name, values.join(', ')] as const,
    );
    return { headers: Object.fromEntries(received), body: await buffer(answer) };
  }
  return {
    origin: `http://127.0.0.1:${port}`,
    get: (path, headers = {}) => send('GET', path, headers),
    post: (path, body, headers) =>
      send('POST', path, { 'content-type': 'application/json', ...headers }, JSON.stringify(body)),
    async cpu() {
      child.send('cpu');
      return (await numberFrom(child)) / 1_000;
    },
    anonymousMemory() {
      const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
      return Number(/^RssAnon:\s+(\d+) kB$/m.exec(status)?.[1]) * 1_024;
    },
    async stop() {
      agent.destroy();
      child.kill();
      await once(child, 'exit');
    },
  };
}

function start(
  file: string | URL,
  args: string[],
  environment: NodeJS.Dict<string>,
  execArgv: string[] = [],
): ChildProcess {
  return fork(new URL(file, import.meta.url), args, {
    // As in production.
    cwd: functionBundle.absWorkingDir,
    execArgv,
    env: { ...process.env, ...environment },
    // Its log goes through a pipe, as in production.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

const emulatorsOf = ({ host: firestore }: FirestoreEmulator) =>
  functionEnvironment({ firestore, storage: '127.0.0.1:1', auth: null });

function environmentOf(firestore: FirestoreEmulator): NodeJS.Dict<string> {
  // As Cloud Run does.
  return { ...deployedEnvironment(), ...emulatorsOf(firestore), K_SERVICE: 'api' };
}

/**
 * Starts the built function on a Firestore emulator.
 * @param server a plain HTTP server, or the Functions Framework as in production
 * @param execArgv options for Node
 */
export async function startFunction(
  firestore: FirestoreEmulator,
  server: 'plain' | 'framework',
  { execArgv }: { execArgv?: string[] } = {},
): Promise<MeasuredProcess> {
  const child = start('server-process.mjs', [server], environmentOf(firestore), execArgv);
  child.stdout?.resume();
  return measured(child);
}

/** Starts a tutorial's site on the same emulator, in the Functions Framework, as Node starts by default. */
export async function startNaiveSite(firestore: FirestoreEmulator): Promise<MeasuredProcess> {
  const child = start('server-process.mjs', ['naive'], emulatorsOf(firestore));
  child.stdout?.resume();
  return measured(child);
}

const CONNECTIONS = 8;

/** Sends requests, numbered from 0, over several connections. @returns the server's milliseconds of CPU */
export async function cpuOf(
  server: MeasuredProcess,
  requests: number,
  send: (nth: number) => Promise<unknown>,
): Promise<number> {
  const before = await server.cpu();
  let sent = 0;
  await Promise.all(
    Array.from({ length: CONNECTIONS }, async () => {
      while (sent < requests) {
        sent += 1;
        await send(sent - 1);
      }
    }),
  );
  return (await server.cpu()) - before;
}

/** Starts a bare HTTP server that sends this response to every request. */
export async function startBareServer(answer: {
  headers: Record<string, string>;
  body: Buffer;
}): Promise<MeasuredProcess> {
  const child = start('server-process.mjs', ['bare'], {});
  child.send({ headers: answer.headers, body: answer.body.toString('base64') });
  return measured(child);
}

/**
 * Measures a process that only reads a document.
 * @param file the bundled firestore-process.mjs
 * @returns milliseconds of CPU
 */
export async function firestoreProcess(
  firestore: FirestoreEmulator,
  file: string,
): Promise<number> {
  const environment = { ...environmentOf(firestore), NODE_DISABLE_COMPILE_CACHE: '1' };
  const child = start(pathToFileURL(file), [], environment);
  child.stdout?.resume();
  const cpu = await numberFrom(child);
  await once(child, 'exit');
  return cpu / 1_000;
}
