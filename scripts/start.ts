// npm start, npm run dev: the site on this computer.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { cp, rm, symlink } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import { adminScreens } from '../functions/src/contract/routes.ts';
import { stackDataFolder } from '../local/stack/emulators/data-emulators.ts';
import { root } from '../local/stack/firebase-json.ts';
import { LOOPBACK } from '../local/stack/http-server.ts';
import {
  assertPortsAreFree,
  configuredPorts,
  typedHere,
  type Ports,
} from '../local/stack/ports.ts';
import { startStack, type Stack } from '../local/stack/start-stack.ts';
import {
  describeError,
  openTerminal,
  stopRequest,
  type Terminal,
} from '../local/stack/terminal.ts';
import { readCommandLine } from './command-line.ts';

const SEED_IMAGES = 15;

/** About how long the rest of a start takes from a step on, in seconds on two cores. */
const REST: readonly [step: string, seconds: number][] = [
  ['Starting Firestore', 30],
  ['Filling', 25],
  ['Drawing', 20],
  ['Building', 15],
  ['Starting the function', 5],
];

function withRest(phrase: string): string {
  const [, seconds] = REST.find(([step]) => phrase.startsWith(step)) ?? [];
  return seconds === undefined ? phrase : `${phrase}, about ${seconds} s left`;
}

/** Runs scripts/build.ts in a process of its own, while the stack starts. @throws {Error} its output */
async function runBuild(args: readonly string[], signal: AbortSignal): Promise<void> {
  const file = join(root, 'scripts', 'build.ts');
  const options = { signal, maxBuffer: Infinity };
  const build = promisify(execFile)(process.execPath, [file, ...args], options);
  await build.catch((error: unknown) => {
    const output = error instanceof Error && 'stderr' in error ? String(error.stderr) : '';
    throw new Error(`${output}The build failed; see the error above.`, { cause: error });
  });
}

/**
 * Copies what was built to a folder from which it can run, so that a later build, such as that of npm test, does not
 * change what visitors of this stack get.
 */
async function copyBuild(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  for (const part of ['firebase.json', 'web/dist', 'functions/lib', 'functions/package.json']) {
    await cp(join(root, part), join(folder, part), { recursive: true });
  }
  const packages = join('functions', 'node_modules');
  await symlink(join(root, packages), join(folder, packages), 'junction');
}

function overview({ origin }: Stack, ports: Ports, command: string, data: string): string {
  const { functions, firestore, storage, auth } = ports;
  return `
  Chuck Norris Facts is running on this computer.

  Site     ${origin}
  API      ${origin}/api/v1   (described in ${origin}/api/v1/openapi.json)
  Admin    ${origin}${adminScreens.setupAdmin.path} creates the administrator, who then signs in at
           ${origin}${adminScreens.hiddenAdmin.path} (with Google: admin@example.com)
  Data     ${data}, kept between runs (${typedHere(`${command} -- --fresh`)} starts over)
  Logs     ${data}/function.log, ${data}/auth.log
  Behind   function ${functions}, Firestore ${firestore}, Storage ${storage}, Auth ${auth}, all on ${LOOPBACK}
  Stop     Ctrl-C
`;
}

/** Runs the stack until it is stopped or fails. @returns the exit code */
async function run(
  command: string,
  { fresh = false, empty = false },
  terminal: Terminal,
  signal: AbortSignal,
): Promise<number> {
  const ports = configuredPorts();
  const dataDirectory = stackDataFolder(ports);
  await assertPortsAreFree(ports);
  if (fresh) rmSync(dataDirectory, { recursive: true, force: true });
  const isDev = command === 'npm run dev';
  const copy = join(dataDirectory, 'site');
  const built = isDev
    ? runBuild(['functions'], signal)
    : runBuild(['--mode', 'emulator'], signal).then(() => copyBuild(copy));
  const stack = await startStack({
    ports,
    dataDirectory,
    built,
    signal,
    seedImages: SEED_IMAGES,
    ...(empty && { seed: null }),
    ...(!isDev && { folder: copy }),
    ...(isDev && { startSite: (await import('./dev.ts')).startSiteWithHotReload }),
    onProgress: (phrase) => terminal.progress(withRest(phrase)),
    onProblem: (message) => terminal.printError(message),
  }).catch(async (error: unknown) => {
    // No child outlives this process.
    await built.catch(() => undefined);
    throw error;
  });
  const data = relative(root, dataDirectory);
  terminal.print(overview(stack, ports, command, data));
  const failure = await Promise.race([
    stack.failed,
    once(signal, 'abort').then(() => null),
    once(process, 'uncaughtException').then(([error]: unknown[]) => error),
  ]);
  if (failure !== null) terminal.printError(`\n${describeError(failure)}`);
  terminal.progress('Stopping');
  await stack.stop();
  terminal.print(`Stopped. The data is still in ${data}.`);
  return failure === null ? 0 : 1;
}

/** Ends the process: with 0 after a requested stop, 1 after a failure. */
async function main(): Promise<never> {
  const isDev = process.argv[2] === 'dev';
  if (isDev) process.argv.splice(2, 1);
  const command = isDev ? 'npm run dev' : 'npm start';
  const does = isDev
    ? 'Runs the site on this computer with hot reload; rebuilds the function when it changes.'
    : 'Builds the site as for a deployment and runs it on this computer.';
  const { values } = readCommandLine({
    command,
    does:
      `${does}\nAn empty database is filled with 600 facts, and ${SEED_IMAGES} of the best get an image.\n` +
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
    return process.exit(await run(command, values, terminal, signal));
  } catch (failure) {
    if (signal.aborted) process.exit(0);
    terminal.printError(describeError(failure));
    return process.exit(1);
  }
}

await main();
