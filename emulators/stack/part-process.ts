import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';

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
}

/** A part of the local stack that is a process of its own. */
export interface PartProcess {
  /** Resolves, with what to tell the developer, if it ends without having been told to. */
  readonly failed: Promise<Error>;
  /** Its first message. */
  firstMessage(): Promise<unknown>;
  /** Tells it to end and waits until it has, ten seconds at most before it is killed. */
  stop(): Promise<void>;
}

const exitWithParent = pathToFileURL(join(import.meta.dirname, 'exit-with-parent.ts')).href;

/** Starts a part; its process never outlives this one. */
export function startPart(options: PartOptions): PartProcess {
  const { name, file, args = [], env, cwd, onLine } = options;
  mkdirSync(dirname(options.log), { recursive: true });
  const log = createWriteStream(options.log, { flags: 'a' });
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
      log.write(`${line}\n`);
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
        const told = lastLines.length === 0 ? ' It printed nothing.' : ' Its last lines:';
        return new Error([`${name} ended by itself (${how}).${told}`, ...lastLines].join('\n  '));
      },
      (error: unknown) => new Error(`${name} could not be started: ${String(error)}`),
    )
    .then((error) => {
      log.end();
      return stopping ? undefined : crash.resolve(error);
    });
  return {
    failed: crash.promise,
    firstMessage: () => once(child, 'message').then(([message]: unknown[]) => message),
    async stop() {
      stopping = true;
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), 10_000);
      await ended;
      clearTimeout(limit);
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
