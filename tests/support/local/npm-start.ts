import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { root } from '../../../local/stack/firebase-json.ts';
import { LOOPBACK } from '../../../local/stack/http-server.ts';

/** A running `npm start`. */
export interface NpmStart extends AsyncDisposable {
  /** Waits until it prints that the site is running. @returns what it printed until then */
  running(): Promise<string>;
  /** Waits until it has ended. @returns its exit code, and what it printed to standard error */
  ended(): Promise<{ code: unknown; errors: string }>;
  /** Stops it as Ctrl-C does. */
  stop(): void;
  origin: string;
}

/** Runs npm start's program. @param offset added to all ports */
export function npmStart(
  args: readonly string[],
  offset: number,
  environment: NodeJS.ProcessEnv = {},
): NpmStart {
  const child = spawn(process.execPath, [join(root, 'scripts/start.ts'), ...args], {
    // Under NODE_ENV of Vitest, the site would be built for development.
    env: { ...process.env, NODE_ENV: 'production', PORT_OFFSET: String(offset), ...environment },
  });
  const errors = text(child.stderr);
  const closed = once(child, 'close');
  const printed: string[] = [];
  const started = Promise.withResolvers<string>();
  createInterface({ input: child.stdout }).on('line', (line) => {
    printed.push(line);
    if (line.includes('Ctrl-C')) started.resolve(printed.join('\n'));
  });
  const ended = async () => ({ code: (await closed).at(0), errors: await errors });
  const stop = () => child.kill('SIGINT');
  return {
    running: () =>
      Promise.race([
        started.promise,
        ended().then(({ errors }) => Promise.reject(new Error(`It ended: ${errors}`))),
      ]),
    ended,
    stop,
    origin: `http://${LOOPBACK}:${5000 + offset}`,
    async [Symbol.asyncDispose]() {
      stop();
      await closed;
    },
  };
}
