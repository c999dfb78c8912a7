import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { adminSetupState } from '../functions/src/contract/index.ts';
import { adminScreens } from '../functions/src/contract/routes.ts';
import { acquireLock } from '../local/process-lock.mjs';
import { stackDataFolder } from '../local/stack/emulators/data-emulators.ts';
import { root } from '../local/stack/firebase-json.ts';
import { LOOPBACK } from '../local/stack/http-server.ts';
import { assertPortsAreFree, configuredPorts, type Ports } from '../local/stack/ports.ts';
import { startStack, type Stack } from '../local/stack/start-stack.ts';
import {
  describeError,
  openTerminal,
  stopRequest,
  type Terminal,
} from '../local/stack/terminal.ts';
import { readCommandLine } from './command-line.ts';

/** A command that runs a local stack until it is stopped. */
interface StackCommand {
  /** As typed, such as `npm start`. */
  command: string;
  /** What it does, a line. */
  does: string;
  /** The arguments for scripts/build.ts. */
  build: readonly string[];
  /** Replaces the built site. */
  startSite?: Parameters<typeof startStack>[1];
}

/** The first page of the Top 100. */
const SEED_IMAGES = 10;

const BUILD = join(root, 'scripts', 'build.ts');

/**
 * Reads the command line, builds and starts a stack, prints where everything is, and stops it on Ctrl-C or
 * after a crash. Then it ends the process: with 0 after a requested stop, 1 after a failure.
 */
export async function runStack(program: StackCommand): Promise<never> {
  const { command, does } = program;
  const { values } = readCommandLine({
    command,
    does:
      `${does}\nAn empty database is filled with 600 facts, and the ${SEED_IMAGES} best get an image.\n` +
      'The environment variable PORT_OFFSET adds a multiple of 100 to all ports; each has its own data.',
    options: {
      fresh: { type: 'boolean', help: 'deletes the data of earlier runs first' },
      empty: {
        type: 'boolean',
        help: 'adds no facts; keeps the data of earlier runs unless --fresh is given',
      },
    },
    example: `${command} -- --fresh`,
  });
  const terminal = openTerminal();
  const signal = stopRequest();
  try {
    process.exit(await runUntilStopped(program, values, terminal, signal));
  } catch (failure) {
    if (signal.aborted) process.exit(0);
    terminal.printError(describeError(failure));
    process.exit(1);
  }
}

async function runUntilStopped(
  { command, build, startSite }: StackCommand,
  { fresh = false, empty = false },
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const stopped = once(signal, 'abort').then(() => null);
  const ports = configuredPorts();
  const dataDirectory = stackDataFolder(ports);
  await assertPortsAreFree(ports);
  // Stacks of one checkout share its build: while one builds and starts, the others wait.
  const waiting = () => terminal.progress('Waiting for another local stack to start');
  const release = await acquireLock(BUILD, waiting, signal);
  // Another program may have taken them in the meantime.
  await assertPortsAreFree(ports);
  if (fresh) rmSync(dataDirectory, { recursive: true, force: true });
  const failed = new AbortController();
  const options = {
    ports,
    dataDirectory,
    built: runBuild(build, AbortSignal.any([signal, failed.signal])),
    signal,
    seedImages: SEED_IMAGES,
    ...(empty ? { seed: null } : {}),
    onProgress: (phrase: string) => terminal.progress(phrase),
    onProblem: (message: string) => terminal.printError(message),
  };
  const stack = await startStack(options, startSite).catch((error: unknown) => {
    failed.abort();
    throw error;
  });
  release();
  const admin = await adminSteps(stack.origin);
  terminal.print(overview(command, stack, ports, dataDirectory, admin));
  const failure = await Promise.race([
    stack.failed,
    stopped,
    once(process, 'uncaughtException').then(([error]: unknown[]) => error),
  ]);
  if (failure !== null) terminal.printError(`\n${describeError(failure)}`);
  terminal.progress('Stopping');
  await stack.stop();
  terminal.print(`Stopped. The data is still in ${relative(root, dataDirectory)}.`);
  return failure === null ? 0 : 1;
}

/** Runs scripts/build.ts in a process of its own, while the stack starts. @throws {Error} its output */
async function runBuild(args: readonly string[], signal: AbortSignal): Promise<void> {
  const build = promisify(execFile)(process.execPath, [BUILD, ...args], { signal });
  await build.catch((error: unknown) => {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`${output}The build failed; see the error above.`, { cause: error });
  });
}

/** What the developer does next to be the site's administrator, a line each. */
export async function adminSteps(origin: string): Promise<string[]> {
  const signIn = `${origin}${adminScreens.hiddenAdmin.path} (with Google: admin@example.com)`;
  const answer = await fetch(`${origin}/api/v1/admin/setup`, {
    signal: AbortSignal.timeout(10_000),
  })
    .then((response) => response.json())
    // Both steps are right in any case.
    .catch(() => undefined);
  if (adminSetupState.safeParse(answer).data?.admin_exists) return [`sign in at ${signIn}`];
  return [
    `open ${origin}${adminScreens.setupAdmin.path} to become the administrator, then sign in at`,
    signIn,
  ];
}

function overview(
  command: string,
  stack: Stack,
  ports: Ports,
  dataDirectory: string,
  admin: readonly string[],
): string {
  const data = relative(root, dataDirectory);
  return [
    '',
    '  Chuck Norris Facts is running on this computer.',
    '',
    `  Site     ${stack.origin}`,
    `  API      ${stack.origin}/api/v1   (described in ${stack.origin}/api/v1/openapi.json)`,
    `  Admin    ${admin.join('\n           ')}`,
    `  Data     ${data}, kept between runs (${command} -- --fresh starts over)`,
    `  Logs     ${data}/function.log, ${data}/auth.log`,
    `  Behind   function ${ports.functions}, Firestore ${ports.firestore}, Storage ${ports.storage}, Auth ${ports.auth}, all on ${LOOPBACK}`,
    '  Stop     Ctrl-C',
    '',
  ].join('\n');
}
