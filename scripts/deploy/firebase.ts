import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import * as z from 'zod';

const root = join(import.meta.dirname, '..', '..');
const program = fileURLToPath(import.meta.resolve('firebase-tools/lib/bin/firebase.js'));

/** How long a question to Google's servers may take, including that firebase-tools enables a service. */
const QUERY_TIMEOUT_MS = 5 * 60_000;

/**
 * Variables for a local stack. With an emulator's host, the deployment would work there; and the metadata
 * server, which the bootstrap turns off, may hold the credentials for the deployment.
 */
const LOCAL_VARIABLES = /_EMULATOR_HOST$|^METADATA_SERVER_DETECTION$/;

const reply = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), result: z.optional(z.unknown()) }),
  z.object({ status: z.literal('error'), error: z.string() }),
]);

/** firebase-tools, for one project. */
export type Firebase = ReturnType<typeof openFirebase>;

export function openFirebase(project: string) {
  function start(args: readonly string[], stdio: StdioOptions, timeout = 0) {
    // firebase-tools gives the function 10 s to load; a busy machine needs longer.
    const all = { FUNCTIONS_DISCOVERY_TIMEOUT: '60', ...process.env, NODE_ENV: 'production' };
    const env = Object.fromEntries(
      Object.entries(all).filter(([name]) => !LOCAL_VARIABLES.test(name)),
    );
    const options = { cwd: root, env, stdio, timeout, killSignal: 'SIGKILL' } as const;
    return spawn(process.execPath, [program, ...args, `--project=${project}`], options);
  }

  /** @throws {Error} if firebase-tools doesn't answer in time */
  async function read(args: readonly string[], input = ''): Promise<string> {
    const child = start([...args, '--non-interactive'], 'pipe', QUERY_TIMEOUT_MS);
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) throw new Error('firebase-tools has no pipes.');
    stdin.end(input);
    const [printed, problems, [, signal]] = await Promise.all([
      text(stdout),
      text(stderr),
      once(child, 'close'),
    ]);
    if (signal !== null) throw new Error(`firebase ${args[0]} took too long. ${problems}`);
    return printed;
  }

  return {
    /**
     * Runs a command that answers with JSON and asks nothing.
     * @param input its standard input
     * @returns its result; undefined if what it asks for does not exist
     * @throws {Error} with its error message
     */
    async query(args: readonly string[], input?: string): Promise<unknown> {
      const printed = await read([...args, '--json'], input);
      const { data } = reply.safeParse(jsonOf(printed));
      if (data?.status === 'success') return data.result ?? null;
      const problem = data?.error ?? printed;
      if (/HTTP Error: 404|has not been used in project/.test(problem)) return undefined;
      throw new Error(
        `${problem.trim()} Nothing was deployed. Is the project's id right, and are you signed in (npx firebase login)?`,
      );
    },
    /** Runs a command that asks nothing. @returns what it prints */
    text: (args: readonly string[]) => read(args),
    /** Runs a command in this terminal. @returns whether it succeeded */
    async run(args: readonly string[]): Promise<boolean> {
      const [code]: unknown[] = await once(start(args, 'inherit'), 'close');
      return code === 0;
    },
  };
}

function jsonOf(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}
