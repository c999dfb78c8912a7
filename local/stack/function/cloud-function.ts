import { join } from 'node:path';
import { isJsonObject, projectId, root, storageBucket } from '../firebase-json.ts';
import { LOOPBACK } from '../http-server.ts';
import { startProcess, untilReady, type StackProcess } from '../stack-process.ts';

export interface CloudFunctionOptions {
  /** 0: any free port. */
  port: number;
  /** {@link functionEnvironment} and anything a caller adds. */
  environment: Readonly<Record<string, string>>;
  /** The log file. */
  log: string;
  /** Receives messages for the developer: log entries of severity ERROR or higher, a log that can't be written. */
  onProblem: (message: string) => void;
  /** The module that exports the function `api`; default: what scripts/build.ts builds. */
  bundle?: string;
}

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

/** Starts the built function in a child process; `ready` resolves to its origin. */
export function startCloudFunction(options: CloudFunctionOptions): {
  process: StackProcess;
  ready: Promise<string>;
} {
  const { bundle = join(root, 'functions/lib/index.js'), onProblem } = options;
  const child = startProcess({
    name: 'The function',
    file: join(import.meta.dirname, 'function-server.ts'),
    args: [bundle, String(options.port)],
    // As Cloud Run sets it for an instance that serves requests.
    env: { ...process.env, K_SERVICE: 'api', ...options.environment },
    cwd: join(root, 'functions'),
    log: options.log,
    onProblem,
    onLine: (line) => {
      const message = errorMessage(line);
      if (message !== null) onProblem(`The function: ${message}`);
    },
  });
  const origin = child.firstMessage().then((message) => {
    const port = isJsonObject(message) ? message['port'] : undefined;
    return `http://${LOOPBACK}:${String(port)}`;
  });
  return { process: child, ready: untilReady(child, origin) };
}

// Cloud Logging's severities, https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#LogSeverity
const SEVERE = new Set<unknown>(['ERROR', 'CRITICAL', 'ALERT', 'EMERGENCY']);

/** @returns the message of a log entry of severity ERROR or higher; null for any other line */
function errorMessage(line: string): string | null {
  if (!line.startsWith('{')) return null;
  try {
    const entry: unknown = JSON.parse(line);
    if (!isJsonObject(entry) || !SEVERE.has(entry['severity'])) return null;
    return typeof entry['message'] === 'string' ? entry['message'] : line;
  } catch {
    return null;
  }
}
