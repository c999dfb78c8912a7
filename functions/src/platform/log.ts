import { describeError } from './describe-error.ts';

/** Writes one structured log line (Cloud Logging's JSON). */
export type Log = (entry: {
  severity: 'INFO' | 'WARNING' | 'ERROR';
  message: string;
  [field: string]: unknown;
}) => void;

/** Writes to standard output, where Cloud Logging parses each line of JSON as an entry. */
export const writeLine: Log = (entry) => {
  process.stdout.write(`${JSON.stringify(entry)}\n`);
};

/** Resolves with undefined if work fails that can be done without, and logs that. */
export async function attempt<Result>(
  log: Log,
  what: string,
  work: Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    log({ severity: 'WARNING', message: `${what} failed`, stack_trace: describeError(error) });
    return undefined;
  }
}

/**
 * Logs one line, without personal data, for every error that nothing catches. What happens to the process
 * is left to the Functions Framework, or to Node.
 */
export function logCrashes(log: Log): void {
  process.on('uncaughtExceptionMonitor', (error) => {
    log({ severity: 'ERROR', message: 'Uncaught exception', stack_trace: describeError(error) });
  });
  // As Node does by default. The framework's own listener would keep rejections from the monitor.
  process.prependListener('unhandledRejection', (reason) => {
    throw reason;
  });
}
