import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import { openPartLog } from './part-log.ts';

export interface PartOptions {
  /** What to call it in a message, such as "the Auth emulator". */
  name: string;
  /** The script that it runs. */
  file: string;
  args?: readonly string[];
  env: NodeJS.ProcessEnv;
  cwd: string;
  /** The file that gets all its output. */
  log: string;
  /** Called for each line of its output. */
  onLine?: (line: string) => void;
  /** Reports, in words for the developer, that the log can't be written; default: nowhere. */
  complain?: (message: string) => void;
}

/** A part of the local stack that is a process of its own. */
export interface PartProcess {
  /** Resolves, with what to tell the developer, if it ends without being stopped. */
  readonly failed: Promise<Error>;
  /** Its first message. */
  firstMessage(): Promise<unknown>;
  /**
   * Ends it and waits until it has ended, ten seconds at most before it is killed.
   * @returns whether it ended well
   */
  stop(): Promise<boolean>;
}

const exitWithParent = pathToFileURL(join(import.meta.dirname, 'exit-with-parent.ts')).href;

/** Starts a part; its process never outlives this one. */
export function startPart(options: PartOptions): PartProcess {
  const { name, file, args = [], env, cwd, onLine, complain = () => undefined } = options;
  mkdirSync(dirname(options.log), { recursive: true });
  const log = openPartLog(options.log, complain);
  const child = spawn(process.execPath, ['--import', exitWithParent, file, ...args], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    // Out of the terminal's process group: Ctrl-C reaches this process, which stops the parts in order.
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
        return new Error([`${name} ended by itself (${how}).${output}`, ...lastLines].join('\n  '));
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
 * What `ready` resolves to, unless the part ends first.
 * @throws {Error} what to tell the developer if the part ends
 */
export async function untilReady<Result>(
  part: PartProcess,
  ready: Promise<Result>,
): Promise<Result> {
  return Promise.race([ready, part.failed.then((error) => Promise.reject(error))]);
}
