import { spawn, type StdioOptions } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import * as z from 'zod';
import { Refusal } from './checklist.ts';

/** How long a question to Google's servers may take, including that firebase-tools enables a service. */
const QUERY_TIMEOUT_MS = 5 * 60_000;

/**
 * Variables for a local stack. With an emulator's host, the deployment would create its database there; and
 * the metadata server, which the bootstrap turns off, may hold the credentials for the deployment.
 */
const LOCAL_VARIABLES = /_EMULATOR_HOST$|^METADATA_SERVER_DETECTION$/;

const reply = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), result: z.optional(z.unknown()) }),
  z.object({ status: z.literal('error'), error: z.string() }),
]);

/** firebase-tools, for one project and with one account. */
export type Firebase = ReturnType<typeof openFirebase>;

/**
 * @param root the project's folder, where firebase-tools is installed and leaves its firebase-debug.log
 * @param staged the folder with the firebase.json that is deployed
 * @param account the signed-in account to use; default: firebase-tools chooses
 */
export function openFirebase(root: string, staged: string, project: string, account?: string) {
  const program = join(root, 'node_modules/firebase-tools/lib/bin/firebase.js');
  const common = [
    `--project=${project}`,
    `--config=${join(staged, 'firebase.json')}`,
    ...(account === undefined ? [] : [`--account=${account}`]),
  ];

  function start(args: readonly string[], stdio: StdioOptions, timeout = 0) {
    const env = Object.fromEntries(
      Object.entries({
        // firebase-tools gives the function 10 s to load; a busy machine needs longer.
        FUNCTIONS_DISCOVERY_TIMEOUT: '60',
        ...process.env,
      }).filter(([name]) => !LOCAL_VARIABLES.test(name)),
    );
    const options = { cwd: root, env, stdio, timeout, killSignal: 'SIGKILL' } as const;
    return spawn(process.execPath, [program, ...args, ...common], options);
  }

  /** @throws {Refusal} if firebase-tools doesn't answer in time */
  async function read(args: readonly string[], input = ''): Promise<string> {
    const child = start([...args, '--non-interactive'], ['pipe', 'pipe', 'pipe'], QUERY_TIMEOUT_MS);
    const { stdin, stdout, stderr } = child;
    if (!stdin || !stdout || !stderr) throw new Error('firebase-tools has no pipes.');
    stdin.end(input);
    const [printed, problems, [, signal]] = await Promise.all([
      text(stdout),
      text(stderr),
      once(child, 'close'),
    ]);
    if (signal !== null) throw new Refusal(`firebase ${args[0]} took too long. ${problems}`);
    return printed;
  }

  return {
    /**
     * Runs a command that answers with JSON and asks nothing.
     * @param input its standard input
     * @returns its result, or its error message
     */
    async query(args: readonly string[], input?: string): Promise<z.output<typeof reply>> {
      const printed = await read([...args, '--json'], input);
      try {
        return reply.parse(JSON.parse(printed));
      } catch {
        return { status: 'error', error: `firebase ${args[0]} answered: ${printed}` };
      }
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
