import { EventEmitter } from 'node:events';
import type { Log } from './log.ts';
import { describeError } from './describe-error.ts';

/** The running domain (https://nodejs.org/api/domain.html). The Functions Framework has one per request. */
function currentDomain(): EventEmitter | undefined {
  const domain: unknown = Reflect.get(process, 'domain');
  return domain instanceof EventEmitter ? domain : undefined;
}

/** Empties an error that has been logged, because the framework prints it again as plain text. */
function empty(thrown: unknown, message: string): void {
  if (!(thrown instanceof Error)) return;
  thrown.message = `${message}, see the line before`;
  thrown.stack = thrown.message;
}

/**
 * Logs one line for every error that is not caught outside of a request; the framework then ends the
 * process. If nothing else listens for a rejection, it ends the process itself, as Node would have.
 */
export function logCrashes(log: Log): void {
  function report(message: string, thrown: unknown): void {
    log({ severity: 'ERROR', message, stack_trace: describeError(thrown) });
    empty(thrown, message);
  }
  process.on('uncaughtExceptionMonitor', (error) => {
    if (!currentDomain()) report('Uncaught exception', error);
  });
  process.prependListener('unhandledRejection', (reason) => {
    report('Unhandled rejection', reason);
    if (process.listenerCount('unhandledRejection') === 1) process.exit(1);
  });
}

/**
 * Calls `listener` for an error that is not caught in the current request. If no response has been sent
 * after that, the framework sends 500. The process keeps running.
 */
export function onRequestCrash(listener: (thrown: unknown) => void): void {
  currentDomain()?.prependListener('error', (thrown: unknown) => {
    listener(thrown);
    empty(thrown, 'Not caught');
  });
}
