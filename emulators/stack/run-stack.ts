import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { join, relative } from 'node:path';
import { inspect, parseArgs } from 'node:util';
import type { BackendOptions } from './backend.ts';
import { root } from './firebase-json.ts';
import { assertPortsAreFree, configuredPorts, type Ports } from './ports.ts';
import type { Stack } from './start-stack.ts';
import { stackData } from './stores.ts';
import { stopRequest } from './stop-request.ts';
import { openTerminal, type Terminal } from './terminal.ts';
import { paths } from '../../web/src/app/paths.ts';

/** A command that runs a local stack until it is told to stop. */
export interface Program {
  /** As it is typed, such as `npm start`. */
  command: string;
  /** The arguments for scripts/build.ts. */
  build: readonly string[];
  start(options: BackendOptions & { ports: Ports }, terminal: Terminal): Promise<Stack>;
}

/**
 * Builds, starts, says where everything is, and stops on Ctrl-C or when a part crashes.
 * @returns the exit code: 0 after being told to stop, 1 after a failure, 2 for a wrong command line
 */
export async function runStack(program: Program): Promise<number> {
  const terminal = openTerminal();
  const { fresh, ...wrong } = readArguments();
  if (wrong.error !== undefined) {
    terminal.complain(`${wrong.error}\n${usage(program)}`);
    return 2;
  }
  const signal = stopRequest();
  try {
    return await runUntilStopped(program, { terminal, fresh, signal });
  } catch (error) {
    if (signal.aborted) return 0;
    terminal.complain(describe(error));
    return 1;
  }
}

interface Run {
  terminal: Terminal;
  fresh: boolean;
  signal: AbortSignal;
}

async function runUntilStopped(program: Program, { terminal, fresh, signal }: Run) {
  const ports = configuredPorts();
  await assertPortsAreFree(ports);
  const dataDirectory = stackData(ports);
  if (fresh) rmSync(dataDirectory, { recursive: true, force: true });
  await build(program.build, signal);
  const stack = await program.start(
    {
      ports,
      dataDirectory,
      signal,
      onProgress: (phrase) => terminal.progress(phrase),
      onFunctionError: (message) => terminal.complain(`The function: ${message}`),
    },
    terminal,
  );
  terminal.say(overview(program, stack, ports, dataDirectory));
  const failure = await Promise.race([stack.failed, untilAborted(signal), untilUncaught()]);
  if (failure !== null) terminal.complain(`\n${describe(failure)}`);
  terminal.progress('Stopping');
  await stack.stop();
  terminal.say(`Stopped. The data is kept in ${relative(root, dataDirectory)}.`);
  return failure === null ? 0 : 1;
}

async function build(args: readonly string[], signal: AbortSignal): Promise<void> {
  const script = join(root, 'scripts', 'build.ts');
  const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit', signal });
  const [code]: unknown[] = await once(child, 'close');
  if (code !== 0) throw new Error('The build failed; the reason is above.');
}

async function untilAborted(signal: AbortSignal): Promise<null> {
  if (!signal.aborted) await once(signal, 'abort');
  return null;
}

async function untilUncaught(): Promise<unknown> {
  const [error]: unknown[] = await once(process, 'uncaughtException');
  return error;
}

function readArguments(): { fresh: boolean; error?: string } {
  try {
    const { values } = parseArgs({ options: { fresh: { type: 'boolean', default: false } } });
    return { fresh: values.fresh };
  } catch (error) {
    return { fresh: false, error: error instanceof Error ? error.message : String(error) };
  }
}

function usage({ command }: Program): string {
  return [
    `Usage: ${command} [-- --fresh]`,
    '  --fresh         forget the data of earlier runs and begin with the seed',
    '  PORT_OFFSET=n   in the environment moves all ports by n; such a stack has data of its own',
  ].join('\n');
}

function overview({ command }: Program, stack: Stack, ports: Ports, dataDirectory: string): string {
  const data = relative(root, dataDirectory);
  return [
    '',
    '  Chuck Norris Facts runs on this computer.',
    '',
    `  Site     ${stack.origin}`,
    `  API      ${stack.origin}/api/v1   (described in ${stack.origin}/api/v1/openapi.json)`,
    `  Admin    open ${stack.origin}${paths.setupAdmin} to become the administrator, then`,
    `           ${stack.origin}${paths.hiddenAdmin} to sign in (admin@example.com by Google)`,
    `  Data     ${data}, kept between runs (${command} -- --fresh begins anew)`,
    `  Logs     ${data}/function.log`,
    `  Behind   function ${ports.functions}, Firestore ${ports.firestore}, Storage ${ports.storage}, Auth ${ports.auth}, all on 127.0.0.1`,
    '  Stop     Ctrl-C',
    '',
  ].join('\n');
}

/** An error that was made to be read needs no stack; any other is a bug. */
export function describe(error: unknown): string {
  return error instanceof Error && error.constructor === Error ? error.message : inspect(error);
}
