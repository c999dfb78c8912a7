import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { LOOPBACK } from '../../local/stack/http-server.ts';
import { freePorts } from './local/free-ports.ts';

const MAIN_CLASS = 'com.google.cloud.datastore.emulator.firestore.CloudFirestore';

/** For developers whose computer lacks Google's emulator. */
export const HOW_TO_INSTALL_OFFICIAL_FIRESTORE =
  'To install it: gcloud components install cloud-firestore-emulator, on Debian apt-get install ' +
  'google-cloud-cli-firestore-emulator; or set FIRESTORE_EMULATOR_BINARY_PATH to its .jar file. It needs Java.';

/** Google's own Firestore emulator, running. */
export interface OfficialFirestore {
  /** `127.0.0.1:PORT`, for FIRESTORE_EMULATOR_HOST. */
  readonly host: string;
  /** Ends its process and waits until it has ended. */
  stop(): Promise<void>;
}

/**
 * Looks for Google's Firestore emulator: FIRESTORE_EMULATOR_BINARY_PATH, else beside the gcloud of PATH.
 * @returns the path of its .jar file or executable; undefined: it is not installed
 * @throws {Error} if FIRESTORE_EMULATOR_BINARY_PATH names no file
 */
export function findOfficialFirestore(
  environment: NodeJS.ProcessEnv = process.env,
): string | undefined {
  const chosen = environment['FIRESTORE_EMULATOR_BINARY_PATH'];
  if (chosen !== undefined && chosen !== '') {
    if (existsSync(chosen)) return chosen;
    throw new Error(`FIRESTORE_EMULATOR_BINARY_PATH names no file: ${chosen}`);
  }
  return (environment['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, 'gcloud'))
    .filter((gcloud) => existsSync(gcloud))
    .map((gcloud) =>
      join(
        dirname(realpathSync(gcloud)),
        '../platform/cloud-firestore-emulator/cloud-firestore-emulator.jar',
      ),
    )
    .find((jar) => existsSync(jar));
}

/** Ends the emulator when descriptor 3 is closed, which also happens when this process is killed. */
const GUARD = `"$@" </dev/null & emulator=$!
{ cat <&3; kill "$emulator"; } >/dev/null 2>&1 &
wait "$emulator"`;

/**
 * Starts Google's Firestore emulator with no documents, and waits until it accepts calls. It never outlives
 * this process.
 * @param path what findOfficialFirestore returned
 * @param options rules: a firestore.rules file; port: a free one by default; timeoutMs: how long to wait
 * @throws {Error} a message for the developer, with its last lines
 */
export async function startOfficialFirestore(
  path: string,
  options: { rules?: string; port?: number; timeoutMs?: number } = {},
): Promise<OfficialFirestore> {
  const { rules, port = (await freePorts()).hosting, timeoutMs = 60_000 } = options;
  const host = `${LOOPBACK}:${port}`;
  const command = path.endsWith('.jar')
    ? ['java', '-Duser.language=en', '-cp', path, MAIN_CLASS]
    : [path];
  command.push('--host', LOOPBACK, '--port', String(port));
  if (rules !== undefined) command.push('--rules', rules);
  const child = spawn('sh', ['-c', GUARD, 'sh', ...command], {
    stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
    // In its own process group: Ctrl-C reaches only this process, and all of it can be killed.
    detached: true,
  });
  const lastLines: string[] = [];
  for (const input of [child.stdout, child.stderr]) {
    if (input === null) continue;
    createInterface({ input }).on('line', (line) => {
      lastLines.push(line);
      if (lastLines.length > 20) lastLines.shift();
    });
  }
  const guard = child.stdio[3];
  child.on('exit', () => guard?.destroy());
  const ended = once(child, 'close').catch((error: unknown) => lastLines.push(String(error)));
  const stop = async () => {
    guard?.destroy();
    const limit = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    }, 10_000);
    await ended;
    clearTimeout(limit);
  };

  let running = true;
  void ended.then(() => (running = false));
  const until = Date.now() + timeoutMs;
  const accepts = async () =>
    (await fetch(`http://${host}/`, { signal: AbortSignal.timeout(2_000) })).ok;
  // One listener serves HTTP and gRPC.
  while (!(await accepts().catch(() => false))) {
    if (running && Date.now() < until) {
      await wait(100);
      continue;
    }
    const what = running ? `did not answer within ${timeoutMs / 1000} s` : 'stopped';
    await stop();
    throw new Error([`Google's Firestore emulator ${what}.`, ...lastLines].join('\n  '));
  }
  return { host, stop };
}
