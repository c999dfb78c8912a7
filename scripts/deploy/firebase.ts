import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import * as z from 'zod';
import { settings } from '../../functions/src/settings.ts';

const root = join(import.meta.dirname, '..', '..');
const program = fileURLToPath(import.meta.resolve('firebase-tools/lib/bin/firebase.js'));

/** How long a question to Google's servers may take, including that firebase-tools enables a service. */
const QUERY_TIMEOUT_MS = 5 * 60_000;

const reply = z.discriminatedUnion('status', [
  z.object({ status: z.literal('success'), result: z.optional(z.unknown()) }),
  z.object({ status: z.literal('error'), error: z.string() }),
]);

/** The error of a failed command has these, too. */
const outputs = z.object({ stdout: z.string(), stderr: z.string() });

/** Runs a program of Node in this terminal. @returns its exit code */
async function runHere(command: readonly string[], env = process.env): Promise<number> {
  const child = spawn(process.execPath, command, { cwd: root, env, stdio: 'inherit' });
  const [code]: unknown[] = await once(child, 'close');
  return typeof code === 'number' ? code : 1;
}

/** Signs in to Firebase. @param noLocalhost whether the browser is on another computer @returns the exit code */
export const signIn = (noLocalhost = false): Promise<number> =>
  runHere([program, 'login', ...(noLocalhost ? ['--no-localhost'] : [])]);

/** firebase-tools, for one project. */
export type Firebase = ReturnType<typeof openFirebase>;

export function openFirebase(project: string) {
  // firebase-tools gives the function 10 s to load; a busy machine needs longer.
  const env: NodeJS.ProcessEnv = {
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
    ...process.env,
    NODE_ENV: 'production',
  };
  // With an emulator's host, the deployment would work there; a setting would replace that of the file in the build.
  for (const name of Object.keys(env)) {
    if (name.endsWith('_EMULATOR_HOST') || name in settings) delete env[name];
  }
  const commandOf = (args: readonly string[]) => [program, ...args, `--project=${project}`];
  /** Runs a command that asks nothing, successful or not. */
  async function read(args: readonly string[], input = '') {
    const options = { cwd: root, env, timeout: QUERY_TIMEOUT_MS, maxBuffer: Infinity } as const;
    const command = commandOf([...args, '--non-interactive']);
    const running = promisify(execFile)(process.execPath, command, options);
    running.child.stdin?.end(input);
    return running.catch((error: unknown) => outputs.parse(error));
  }

  return {
    /**
     * Runs a command that answers with JSON and asks nothing.
     * @param input its standard input
     * @returns its result; undefined if what it asks for does not exist
     * @throws {Error} with its error message, or that it took too long
     */
    async query(args: readonly string[], input = ''): Promise<unknown> {
      const { stdout, stderr } = await read([...args, '--json'], input);
      const { data } = reply.safeParse(jsonOf(stdout));
      if (data?.status === 'success') return data.result ?? null;
      const problem = (data?.error ?? stdout) || stderr || `firebase ${args[0]} took too long.`;
      if (/HTTP Error: 404|has not been used in project/.test(problem)) return undefined;
      throw new Error(
        `${problem.trim()} Nothing was deployed. Is the project's id right, and are you signed in (npm run login)?`,
      );
    },
    /** Runs a command that asks nothing. @returns what it prints */
    text: async (args: readonly string[]) => (await read(args)).stdout,
    /** Runs a command in this terminal. @returns whether it succeeded */
    run: async (args: readonly string[]) => (await runHere(commandOf(args), env)) === 0,
  };
}

function jsonOf(printed: string): unknown {
  try {
    return JSON.parse(printed);
  } catch {
    return undefined;
  }
}
