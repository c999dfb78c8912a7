import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

export interface StackProcessOptions {
  /** Its name at the start of a message, such as "The Auth emulator". */
  name: string;
  /** The script to run. */
  file: string;
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** The file that receives all of its output. */
  log: string;
  /** Called with each line of its output. */
  onLine?: (line: string) => void;
  /** Receives a message for the developer when the log can't be written, and when it can again. */
  onProblem?: (message: string) => void;
}

/** A child process of the local stack. */
export interface StackProcess {
  /** Resolves with a message for the developer if the process ends without being stopped. */
  readonly failed: Promise<Error>;
  /** Resolves with the first IPC message that it sends. */
  firstMessage(): Promise<unknown>;
  /**
   * Sends SIGTERM, after ten seconds SIGKILL, and waits until the process has ended.
   * @returns whether its exit code was 0
   */
  stop(): Promise<boolean>;
}

const exitWithParent = pathToFileURL(join(import.meta.dirname, 'exit-with-parent.ts')).href;

/** Starts a child process that never outlives this one. */
export function startProcess(options: StackProcessOptions): StackProcess {
  const { name, file, args = [], env, cwd, onLine, onProblem = () => undefined } = options;
  mkdirSync(dirname(options.log), { recursive: true });
  const log = openLog(options.log, onProblem);
  const child = spawn(process.execPath, ['--import', exitWithParent, file, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // In its own process group, so that Ctrl-C reaches only this process, which stops the others in order.
    detached: process.platform !== 'win32',
  });
  const lastLines: string[] = [];
  for (const output of [child.stdout, child.stderr]) {
    if (output === null) continue;
    createInterface({ input: output }).on('line', (line) => {
      log(line);
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      onLine?.(line);
    });
  }

  let stopping = false;
  const crash = Promise.withResolvers<Error>();
  const ended = once(child, 'close')
    .then(
      ([code, signal]: unknown[]) => {
        const how = typeof signal === 'string' ? `signal ${signal}` : `exit code ${String(code)}`;
        const output = lastLines.length === 0 ? ' It printed nothing.' : ' Its last lines:';
        return new Error(
          [`${name} stopped unexpectedly (${how}).${output}`, ...lastLines].join('\n  '),
        );
      },
      (error: unknown) => new Error(`${name} could not be started: ${String(error)}`),
    )
    .then((error) => (stopping ? undefined : crash.resolve(error)));
  return {
    failed: crash.promise,
    firstMessage: () => once(child, 'message').then(([message]: unknown[]) => message),
    async stop() {
      stopping = true;
      if (child.exitCode === null && child.signalCode === null) {
        child.kill('SIGTERM');
        const limit = setTimeout(() => child.kill('SIGKILL'), 10_000);
        await ended;
        clearTimeout(limit);
      }
      return child.exitCode === 0;
    },
  };
}

/**
 * Opens the log of a process. A line that can't be written, for example because the disk is full, is
 * dropped. The first dropped line is reported, and so is the first line written after that.
 * @param file created with its first line
 * @returns appends a line
 */
function openLog(file: string, onProblem: (message: string) => void): (line: string) => void {
  let failing = false;
  return (line) => {
    try {
      // Opened again for each line: writing continues once there is space, even in a new file.
      appendFileSync(file, `${line}\n`);
      if (failing) onProblem(`The log ${file} is being written again.`);
      failing = false;
    } catch (error) {
      if (!failing) {
        onProblem(`Couldn't write the log ${file}: ${reasonOf(error)}. Continuing without it.`);
      }
      failing = true;
    }
  };
}

function reasonOf(error: unknown): string {
  const full = error instanceof Error && 'code' in error && error.code === 'ENOSPC';
  return full ? 'the disk is full' : String(error);
}

/**
 * Waits until a process is ready.
 * @returns what `ready` resolves to
 * @throws {Error} a message for the developer if the process ends first
 */
export async function untilReady<Result>(
  child: StackProcess,
  ready: Promise<Result>,
): Promise<Result> {
  return Promise.race([ready, child.failed.then((error) => Promise.reject(error))]);
}
