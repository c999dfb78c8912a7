import { EventEmitter } from 'node:events';
import type { Log } from './log.ts';
import { describeError } from './describe-error.ts';

/** The domain that runs now, https://nodejs.org/api/domain.html; the Functions Framework has one for each request. */
function currentDomain(): EventEmitter | undefined {
  const domain: unknown = Reflect.get(process, 'domain');
  return domain instanceof EventEmitter ? domain : undefined;
}

/** Empties an error that was told of, so that the framework, which prints it, repeats nothing as plain text. */
function empty(thrown: unknown, message: string): void {
  if (!(thrown instanceof Error)) return;
  thrown.message = `${message}, see the line before`;
  thrown.stack = thrown.message;
}

/**
 * Writes one line for what nobody caught outside of a request; the framework ends the process then. A
 * rejection that nobody else listens for ends it here, as Node would have done.
 */
export function logCrashes(log: Log): void {
  function tell(message: string, thrown: unknown): void {
    log({ severity: 'ERROR', message, stack_trace: describeError(thrown) });
    empty(thrown, message);
  }
  process.on('uncaughtExceptionMonitor', (error) => {
    if (!currentDomain()) tell('Uncaught exception', error);
  });
  process.prependListener('unhandledRejection', (reason) => {
    tell('Unhandled rejection', reason);
    if (process.listenerCount('unhandledRejection') === 1) process.exit(1);
  });
}

/**
 * Reports what nobody caught in the request that runs now. If there is no answer by then, the framework
 * answers with 500. The process goes on.
 */
export function onRequestCrash(tell: (thrown: unknown) => void): void {
  currentDomain()?.prependListener('error', (thrown: unknown) => {
    tell(thrown);
    empty(thrown, 'Not caught');
  });
}
