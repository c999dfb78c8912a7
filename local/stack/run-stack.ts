import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { adminSetupState } from '../../functions/src/contract/index.ts';
import { adminScreens } from '../../functions/src/contract/routes.ts';
import { acquireLock } from '../process-lock.mjs';
import { stackDataFolder } from './emulators/data-emulators.ts';
import { root } from './firebase-json.ts';
import { LOOPBACK } from './http-server.ts';
import { assertPortsAreFree, configuredPorts, type Ports } from './ports.ts';
import type { BackendOptions, Stack } from './start-stack.ts';
import { describeError, openTerminal, stopRequest, type Terminal } from './terminal.ts';

/** A command that runs a local stack until it is stopped. */
export interface StackCommand {
  /** Whether the data of earlier runs is deleted first; default: no. */
  fresh?: boolean | undefined;
  /** Whether an empty database stays empty; default: no. */
  empty?: boolean | undefined;
  /** As typed, such as `npm start`. */
  command: string;
  /** The arguments for scripts/build.ts. */
  build: readonly string[];
  start(options: BackendOptions & { ports: Ports }, terminal: Terminal): Promise<Stack>;
}

/** The first page of the Top 100. */
const SEED_IMAGES = 10;

/** The help of the commands that run a stack; the first line is what they do. */
export const STACK_HELP = {
  does:
    `An empty database is filled with 600 facts, and the ${SEED_IMAGES} best get an image.\n` +
    'The environment variable PORT_OFFSET adds a multiple of 100 to all ports; each has its own data.',
  options: {
    fresh: { type: 'boolean', help: 'deletes the data of earlier runs first' },
    empty: {
      type: 'boolean',
      help: 'adds no facts; keeps the data of earlier runs unless --fresh is given',
    },
  },
} as const;

interface Run {
  terminal: Terminal;
  signal: AbortSignal;
}

/**
 * Builds and starts a stack, prints where everything is, and stops it on Ctrl-C or after a crash.
 * @returns the exit code: 0 after a requested stop, 1 after a failure
 */
export async function runStack(program: StackCommand): Promise<number> {
  const terminal = openTerminal();
  const signal = stopRequest();
  try {
    return await runUntilStopped(program, { terminal, signal });
  } catch (failure) {
    if (signal.aborted) return 0;
    terminal.printError(describeError(failure));
    return 1;
  }
}

async function runUntilStopped(program: StackCommand, run: Run) {
  const { terminal, signal } = run;
  const ports = configuredPorts();
  const dataDirectory = stackDataFolder(ports);
  await assertPortsAreFree(ports);
  const stack = await oneAtATime(run, async () => {
    // Another program may have taken them in the meantime.
    await assertPortsAreFree(ports);
    if (program.fresh === true) rmSync(dataDirectory, { recursive: true, force: true });
    return whileBuilding(program.build, run, (built) =>
      program.start(
        {
          ports,
          dataDirectory,
          built,
          signal,
          seedImages: SEED_IMAGES,
          ...(program.empty === true ? { seed: null } : {}),
          onProgress: (phrase) => terminal.progress(phrase),
          onProblem: (message) => terminal.printError(message),
        },
        terminal,
      ),
    );
  });
  const admin = await adminSteps(stack.origin);
  terminal.print(overview(program, stack, ports, dataDirectory, admin));
  const failure = await Promise.race([stack.failed, untilAborted(signal), untilUncaught()]);
  if (failure !== null) terminal.printError(`\n${describeError(failure)}`);
  terminal.progress('Stopping');
  await stack.stop();
  terminal.print(`Stopped. The data is still in ${relative(root, dataDirectory)}.`);
  return failure === null ? 0 : 1;
}

/** Stacks of one checkout share its build: while one builds and starts, the others wait. */
async function oneAtATime<Result>(
  { terminal, signal }: Run,
  start: () => Promise<Result>,
): Promise<Result> {
  const lock = acquireLock(join(root, '.cache', 'locks', 'build'), (pid) =>
    terminal.progress(`Waiting for another local stack to start (process ${pid})`),
  );
  const release = await Promise.race([lock, untilAborted(signal)]);
  signal.throwIfAborted();
  try {
    return await start();
  } finally {
    release?.();
  }
}

/**
 * Runs scripts/build.ts and, at the same time, a start that waits for `built` where it needs the result. If
 * the start fails, ends the build, too.
 * @throws {Error} what the start throws; if the build failed, its output is on the terminal
 */
async function whileBuilding<Result>(
  args: readonly string[],
  { terminal, signal }: Run,
  start: (built: Promise<void>) => Promise<Result>,
): Promise<Result> {
  const script = join(root, 'scripts', 'build.ts');
  const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  createInterface(child.stderr).on('line', (line) => terminal.printError(line));
  const closed = once(child, 'close');
  const untilBuilt = async () => {
    const [code]: unknown[] = await closed;
    if (code !== 0) throw new Error('The build failed; see the error above.');
  };
  const stop = () => child.kill();
  signal.addEventListener('abort', stop);
  try {
    return await start(untilBuilt());
  } finally {
    stop();
    await closed;
    signal.removeEventListener('abort', stop);
  }
}

async function untilAborted(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) await once(signal, 'abort');
  return null;
}

async function untilUncaught(): Promise<unknown> {
  const [error]: unknown[] = await once(process, 'uncaughtException');
  return error;
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
  { command }: StackCommand,
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
