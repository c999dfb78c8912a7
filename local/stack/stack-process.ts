import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
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
  /** The file that receives all of its output, in a folder that exists. */
  log: string;
  /** Called with each line of its output. */
  onLine?: (line: string) => void;
}

/** A child process of the local stack. */
export type StackProcess = ReturnType<typeof startProcess>;

const exitWithParent = pathToFileURL(join(import.meta.dirname, 'exit-with-parent.ts')).href;

/** Starts a child process that never outlives this one. */
export function startProcess(options: StackProcessOptions) {
  const { name, file, args = [], env, cwd, log, onLine } = options;
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
      appendLine(log, line);
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
      onLine?.(line);
    });
  }

  let stopping = false;
  const failure = Promise.withResolvers<Error>();
  const fail = (how: string) => {
    const message = [`${name} ${how} Its last lines:`, ...lastLines].join('\n  ');
    if (!stopping) failure.resolve(new Error(message));
  };
  const howItEnded = () => child.signalCode ?? `exit code ${child.exitCode}`;
  const ended = once(child, 'close').then(
    () => fail(`stopped unexpectedly (${howItEnded()}).`),
    (error: unknown) => fail(`could not be started: ${String(error)}`),
  );
  return {
    /** Resolves with a message for the developer if the process ends without being stopped. */
    failed: failure.promise,
    /** Resolves with the first IPC message that it sends. */
    firstMessage: () => once(child, 'message').then(([message]: unknown[]) => message),
    /**
     * Sends SIGTERM, after ten seconds SIGKILL, and waits until the process has ended.
     * @returns whether its exit code was 0
     */
    async stop(): Promise<boolean> {
      stopping = true;
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(limit);
      return child.exitCode === 0;
    },
  };
}

/** Appends a line to a log; while the disk is full, the log has gaps. */
function appendLine(log: string, line: string): void {
  try {
    appendFileSync(log, `${line}\n`);
  } catch {
    // The emulators report a full disk.
  }
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
