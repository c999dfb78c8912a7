import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import * as z from 'zod';
import { projectId, root, storageBucket } from '../firebase-json.ts';
import { LOOPBACK } from '../http-server.ts';
import { startProcess, untilReady } from '../stack-process.ts';

/**
 * The environment variables by which the function finds the emulators.
 * @param hosts host and port of each, such as `127.0.0.1:8080`; `auth` is null if no Auth emulator runs
 */
export function functionEnvironment(hosts: {
  firestore: string;
  storage: string;
  auth: string | null;
}): Record<string, string> {
  return {
    GCLOUD_PROJECT: projectId,
    FIREBASE_CONFIG: JSON.stringify({ projectId, storageBucket }),
    FUNCTIONS_EMULATOR: 'true',
    FIRESTORE_EMULATOR_HOST: hosts.firestore,
    FIREBASE_STORAGE_EMULATOR_HOST: hosts.storage,
    // The Admin SDK derives this one from the line above, unless it is set already.
    STORAGE_EMULATOR_HOST: `http://${hosts.storage}`,
    // Without an emulator, a closed port: the function must never call the real Firebase Auth.
    FIREBASE_AUTH_EMULATOR_HOST: hosts.auth ?? `${LOOPBACK}:1`,
    METADATA_SERVER_DETECTION: 'none',
  };
}

/** The environment variables with which a deployed process starts, from functions/.env. */
export function deployedEnvironment() {
  return parseEnv(readFileSync(join(root, 'functions/.env'), 'utf8'));
}

export interface CloudFunctionOptions {
  /** 0: any free port. */
  port: number;
  /** {@link functionEnvironment} and anything a caller adds. */
  environment: Readonly<Record<string, string>>;
  /** The log file. */
  log: string;
  /** Receives messages for the developer: crashes and restarts, log entries of severity ERROR or higher. */
  onProblem: (message: string) => void;
  /** The module that exports the function `api`; default: what scripts/build.ts builds. */
  bundle?: string;
}

/** The delays before restarts, in milliseconds. */
const RESTART_DELAY = { first: 500, longest: 30_000 } as const;

/**
 * Starts the function and restarts it whenever its process stops unexpectedly: after half a second, then
 * after twice as long each time, up to half a minute. Reports each crash and recovery to `onProblem`.
 * @throws {Error} why it can't start at all
 */
export async function startCloudFunction(options: CloudFunctionOptions) {
  const { onProblem } = options;
  let running = spawnFunction(options);
  let origin = await running.ready;
  let supervision = new AbortController();

  /** Runs until aborted; abort before stopping the function, which would count as a crash otherwise. */
  async function supervise({ signal }: AbortController): Promise<void> {
    for (let delay: number = RESTART_DELAY.first; ; delay *= 2) {
      const crash = await running.process.failed;
      if (signal.aborted) return;
      const ms = Math.min(delay, RESTART_DELAY.longest);
      onProblem(`${crash.message}\nIt restarts in ${ms / 1000} s.`);
      await setTimeout(ms, undefined, { signal }).catch(() => undefined);
      if (signal.aborted) return;
      running = spawnFunction(options);
      const restarted = await running.ready.catch(() => null);
      if (signal.aborted) return;
      if (restarted === null) continue; // Its `failed` says why.
      origin = restarted;
      onProblem('The function is running again.');
    }
  }
  void supervise(supervision);

  const stop = async () => {
    supervision.abort();
    await running.process.stop();
  };
  return {
    /** Where it listens; changes with each start unless its port was given. */
    origin: () => origin,
    /**
     * Stops the function and starts the current bundle.
     * @throws {Error} why it can't start; it is not started again
     */
    async restart(): Promise<void> {
      await stop();
      running = spawnFunction(options);
      origin = await running.ready;
      supervision = new AbortController();
      void supervise(supervision);
    },
    stop,
  };
}

/** Starts the function's process; `ready` resolves to its origin. */
function spawnFunction(options: CloudFunctionOptions) {
  const { bundle = join(root, 'functions/lib/index.js'), port, log, onProblem } = options;
  const child = startProcess({
    name: 'The function',
    file: join(import.meta.dirname, 'function-server.ts'),
    args: [bundle, String(port)],
    env: {
      ...process.env,
      ...deployedEnvironment(),
      // As Cloud Run sets it for an instance that serves requests.
      K_SERVICE: 'api',
      ...options.environment,
    },
    cwd: join(root, 'functions'),
    log,
    onLine(line) {
      const message = errorMessage(line);
      if (message !== undefined) onProblem(`The function: ${message}`);
    },
  });
  const origin = child.firstMessage().then((port) => `http://${LOOPBACK}:${String(port)}`);
  return { process: child, ready: untilReady(child, origin) };
}

// Cloud Logging's severities, https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#LogSeverity
const errorEntry = z.object({
  severity: z.enum(['ERROR', 'CRITICAL', 'ALERT', 'EMERGENCY']),
  message: z.string(),
});

/** @returns the message of a log entry of severity ERROR or higher; undefined for any other line */
function errorMessage(line: string): string | undefined {
  try {
    return errorEntry.parse(JSON.parse(line)).message;
  } catch {
    return undefined;
  }
}
