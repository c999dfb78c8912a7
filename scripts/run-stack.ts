import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { adminSetupState } from '../functions/src/contract/index.ts';
import { adminScreens } from '../functions/src/contract/routes.ts';
import { acquireLock } from '../local/process-lock.mjs';
import { stackDataFolder, type StackFirestore } from '../local/stack/emulators/data-emulators.ts';
import { root } from '../local/stack/firebase-json.ts';
import { LOOPBACK } from '../local/stack/http-server.ts';
import {
  findOfficialFirestore,
  HOW_TO_INSTALL_OFFICIAL_FIRESTORE,
  startOfficialFirestore,
} from '../local/stack/official-firestore.ts';
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
      'The environment variable PORT_OFFSET adds a multiple of 100 to all ports; each has its own data.\n' +
      'FIRESTORE_EMULATOR_HOST names a Firestore emulator that runs already, to be used instead.',
    options: {
      fresh: { type: 'boolean', help: 'deletes the data of earlier runs first' },
      empty: {
        type: 'boolean',
        help: 'adds no facts; keeps the data of earlier runs unless --fresh is given',
      },
      official: {
        type: 'boolean',
        help: "uses Google's own Firestore emulator; nothing is kept when it stops",
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
  { fresh = false, empty = false, official = false },
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const stopped = once(signal, 'abort').then(() => null);
  const chosen = await chooseFirestore(command, official, fresh);
  const { ports, dataDirectory, startFirestore } = chosen;
  await assertPortsAreFree(ports);
  // Stacks of one checkout share its build: while one builds and starts, the others wait.
  const waiting = () => terminal.progress('Waiting for another local stack to start');
  const release = await acquireLock(BUILD, waiting, signal);
  // Another program may have taken them in the meantime.
  await assertPortsAreFree(ports);
  if (fresh || official) rmSync(dataDirectory, { recursive: true, force: true });
  const options = {
    ports,
    dataDirectory,
    startFirestore,
    built: runBuild(build, signal),
    signal,
    seedImages: SEED_IMAGES,
    ...(empty ? { seed: null } : {}),
    onProgress: (phrase: string) => terminal.progress(phrase),
    onProblem: (message: string) => terminal.printError(message),
  };
  const stack = await startStack(options, startSite).catch(async (error: unknown) => {
    // Half a build would break other stacks of this checkout.
    await options.built.catch(() => undefined);
    throw error;
  });
  release();
  const admin = await adminSteps(stack.origin);
  terminal.print(overview(stack, chosen, admin));
  const failure = await Promise.race([
    stack.failed,
    stopped,
    once(process, 'uncaughtException').then(([error]: unknown[]) => error),
  ]);
  if (failure !== null) terminal.printError(`\n${describeError(failure)}`);
  terminal.progress('Stopping');
  await stack.stop();
  terminal.print(`Stopped. ${chosen.data.stopped}`);
  return failure === null ? 0 : 1;
}

/** The Firestore of a stack, and what follows from it. */
interface Choice {
  ports: Ports;
  dataDirectory: string;
  /** undefined: the embedded one */
  startFirestore?: () => Promise<StackFirestore>;
  /** where the data is, for the developer: while the stack runs, and after it has stopped */
  data: { running: string; stopped: string };
}

/**
 * Chooses Google's Firestore emulator with --official, one that runs already with FIRESTORE_EMULATOR_HOST,
 * otherwise the embedded one. Each has a folder of its own, because images and documents belong together.
 * @throws {Error} a message for the developer if it can't be used
 */
async function chooseFirestore(
  command: string,
  official: boolean,
  fresh: boolean,
): Promise<Choice> {
  const ports = configuredPorts();
  const folder = stackDataFolder(ports);
  const name = relative(root, folder);
  const host = process.env['FIRESTORE_EMULATOR_HOST'] ?? '';
  if (official) {
    const path = findOfficialFirestore();
    if (path === undefined) {
      throw new Error(
        `Google's Firestore emulator is not installed. ${HOW_TO_INSTALL_OFFICIAL_FIRESTORE}`,
      );
    }
    const rules = join(root, 'firestore.rules');
    return {
      ports,
      dataDirectory: `${folder}-official`,
      startFirestore: () => startOfficialFirestore(path, { port: ports.firestore, rules }),
      data: {
        running: "in the memory of Google's Firestore emulator, gone when it stops",
        stopped: "The data is gone with Google's emulator.",
      },
    };
  }
  if (host === '') {
    const data = {
      running: `${name}, kept between runs (${command} -- --fresh starts over)`,
      stopped: `The data is still in ${name}.`,
    };
    return { ports, dataDirectory: folder, data };
  }
  if (fresh) throw new Error(`--fresh can't empty FIRESTORE_EMULATOR_HOST=${host}.`);
  await connectTo(host).catch((error: unknown) => {
    throw new Error(`No Firestore runs at FIRESTORE_EMULATOR_HOST=${host}.`, { cause: error });
  });
  return {
    // No port is needed for it.
    ports: { ...ports, firestore: 0 },
    dataDirectory: `${folder}-external`,
    startFirestore: () => Promise.resolve({ host, stop: () => Promise.resolve() }),
    data: {
      running: `the Firestore at ${host}, and ${name}-external for images and accounts`,
      stopped: `The Firestore at ${host} is still running.`,
    },
  };
}

/** @throws {Error} if nothing listens there */
async function connectTo(host: string): Promise<void> {
  const { hostname, port } = new URL(`http://${host}`);
  const socket = connect(Number(port), hostname.replaceAll(/[[\]]/g, ''));
  await once(socket, 'connect');
  socket.destroy();
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
  stack: Stack,
  { ports, dataDirectory, data }: Choice,
  admin: readonly string[],
): string {
  const logs = relative(root, dataDirectory);
  return [
    '',
    '  Chuck Norris Facts is running on this computer.',
    '',
    `  Site     ${stack.origin}`,
    `  API      ${stack.origin}/api/v1   (described in ${stack.origin}/api/v1/openapi.json)`,
    `  Admin    ${admin.join('\n           ')}`,
    `  Data     ${data.running}`,
    `  Logs     ${logs}/function.log, ${logs}/auth.log`,
    `  Behind   function ${ports.functions}, Firestore ${stack.firestore.host.split(':').at(-1)}, Storage ${ports.storage}, Auth ${ports.auth}, all on ${LOOPBACK}`,
    '  Stop     Ctrl-C',
    '',
  ].join('\n');
}
