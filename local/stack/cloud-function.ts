import { join } from 'node:path';
import { isJsonObject, projectId, root, storageBucket } from './firebase-json.ts';
import { LOOPBACK } from './http-server.ts';
import { startPart, untilReady, type PartProcess } from './part-process.ts';

export interface CloudFunctionOptions {
  /** 0 for any free one. */
  port: number;
  /** What {@link functionEnvironment} gives, and what a test adds. */
  environment: Readonly<Record<string, string>>;
  log: string;
  /** Reports, in words for the developer, log entries of severity ERROR or worse, and what becomes of the log. */
  complain: (message: string) => void;
  /** Exports the function `api`; default: what scripts/build.ts has built. */
  bundle?: string;
}

/** How the function finds the other parts. `auth` is null where no Auth emulator runs. */
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
    // What the Admin SDK makes of it; one that is set already would win.
    STORAGE_EMULATOR_HOST: `http://${hosts.storage}`,
    // Without an emulator a closed port: the function must never ask the real Firebase Auth.
    FIREBASE_AUTH_EMULATOR_HOST: hosts.auth ?? `${LOOPBACK}:1`,
    METADATA_SERVER_DETECTION: 'none',
  };
}

/** Starts the built function in a process of its own; `ready` resolves to its origin. */
export function startCloudFunction(options: CloudFunctionOptions): {
  part: PartProcess;
  ready: Promise<string>;
} {
  const { bundle = join(root, 'functions/lib/index.js'), complain } = options;
  const part = startPart({
    name: 'The function',
    file: join(import.meta.dirname, 'function-server.ts'),
    args: [bundle, String(options.port)],
    env: { ...process.env, ...options.environment },
    cwd: join(root, 'functions'),
    log: options.log,
    complain,
    onLine: (line) => {
      const message = errorMessage(line);
      if (message !== null) complain(`The function: ${message}`);
    },
  });
  const origin = part.firstMessage().then((message) => {
    const port = isJsonObject(message) ? message['port'] : undefined;
    return `http://${LOOPBACK}:${String(port)}`;
  });
  return { part, ready: untilReady(part, origin) };
}

// Cloud Logging's severities, https://cloud.google.com/logging/docs/reference/v2/rest/v2/LogEntry#LogSeverity
const SEVERE = new Set<unknown>(['ERROR', 'CRITICAL', 'ALERT', 'EMERGENCY']);

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
