import { execFile, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { promisify } from 'node:util';
import type { FirestoreEmulator } from '../../emulators/firestore/index.ts';
import { functionEnvironment } from '../../emulators/stack/cloud-function.ts';

/** A server in a process of its own whose CPU is measured. */
export interface MeasuredProcess {
  /** Its answer to a GET, read whole. */
  get(path: string): Promise<{ headers: Record<string, string>; body: Buffer }>;
  /** Milliseconds of CPU that the process has taken since it began. */
  cpu(): Promise<number>;
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
    async get(path) {
      const headers = { 'accept-encoding': 'gzip, deflate, br' };
      const asked = request({ agent, host: '127.0.0.1', port, path, headers }).end();
      const [answer]: unknown[] = await once(asked, 'response');
      if (!(answer instanceof IncomingMessage)) throw new Error('No answer');
      if (answer.statusCode !== 200) throw new Error(`${path}: ${answer.statusCode}`);
      const body = await buffer(answer);
      const told = Object.entries(answer.headersDistinct).map(
        ([name, values = []]) => [name, values.join(', ')] as const,
      );
      return { headers: Object.fromEntries(told), body };
    },
    async cpu() {
      child.send('cpu');
      return (await numberFrom(child)) / 1_000;
    },
    async stop() {
      agent.destroy();
      child.kill();
      await once(child, 'exit');
    },
  };
}

function start(file: string, args: string[], environment: Record<string, string>): ChildProcess {
  return fork(new URL(file, import.meta.url), args, {
    execArgv: [],
    env: { ...process.env, ...environment },
    // What it logs goes through a pipe, as in production.
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
}

/** What the function is served by: a plain HTTP server, or the Functions Framework as in production. */
export type FunctionServer = 'plain' | 'framework';

/** Starts the built function over this Firestore. */
export async function startFunction(
  firestore: FirestoreEmulator,
  server: FunctionServer,
): Promise<MeasuredProcess> {
  const hosts = { firestore: firestore.host, storage: '127.0.0.1:1', auth: null };
  const child = start('function-process.mjs', [server], functionEnvironment(hosts));
  child.stdout?.resume();
  return measured(child);
}

/** Starts a bare HTTP server that sends this answer. */
export async function startBareServer(answer: {
  headers: Record<string, string>;
  body: Buffer;
}): Promise<MeasuredProcess> {
  const child = start('bare-process.mjs', [], {});
  child.send({ headers: answer.headers, body: answer.body.toString('base64') });
  return measured(child);
}

const TELL_CPU = `process.on('exit', () => {
  const { user, system } = process.cpuUsage();
  require('node:fs').writeSync(1, String((user + system) / 1_000));
});`;

/** Milliseconds of CPU that a Node process takes which does nothing. */
export async function emptyProcess(): Promise<number> {
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', TELL_CPU]);
  return Number(stdout);
}
