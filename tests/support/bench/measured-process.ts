import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import type { FirestoreEmulator } from 'firestore-emulator';
import {
  deployedEnvironment,
  functionEnvironment,
} from '../../../local/stack/function/cloud-function.ts';

/** A server in a child process whose CPU and memory are measured. */
export interface MeasuredProcess {
  /** such as `http://127.0.0.1:5001` */
  readonly origin: string;
  /** Sends a GET and reads the whole response. @throws {Error} if its status is not 200 */
  get(
    path: string,
    headers?: Record<string, string>,
  ): Promise<{ headers: Record<string, string>; body: Buffer }>;
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
  return {
    origin: `http://127.0.0.1:${port}`,
    async get(path, others) {
      const headers = { 'accept-encoding': 'gzip, deflate, br', ...others };
      const sent = request({ agent, host: '127.0.0.1', port, path, headers }).end();
      const [answer]: unknown[] = await once(sent, 'response');
      if (!(answer instanceof IncomingMessage)) throw new Error('No answer');
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
      const body = await buffer(answer);
      const received = Object.entries(answer.headersDistinct).map(
        ([name, values = []]) => [name, values.join(', ')] as const,
      );
      return { headers: Object.fromEntries(received), body };
    },
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
    execArgv,
    env: { ...process.env, ...environment },
    // Its log goes through a pipe, as in production.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

function environmentOf(firestore: FirestoreEmulator): NodeJS.Dict<string> {
  const hosts = { firestore: firestore.host, storage: '127.0.0.1:1', auth: null };
  // As Cloud Run does.
  return { ...deployedEnvironment(), ...functionEnvironment(hosts), K_SERVICE: 'api' };
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
  const child = start(pathToFileURL(file), [], environmentOf(firestore));
  child.stdout?.resume();
  const cpu = await numberFrom(child);
  await once(child, 'exit');
  return cpu / 1_000;
}
