import type { Log } from '../context.ts';
import { describeError } from './describe-error.ts';

/**
 * Writes one line for what nobody caught. The Functions Framework then prints the error as it is, answers
 * with its message outside of production and, unless a request is to blame, ends the process: so that it
 * repeats nothing, the error is emptied. A rejection that nobody else listens for ends the process here,
 * as Node would have done.
 */
export function logCrashes(log: Log): void {
  function tell(message: string, thrown: unknown): void {
    log({ severity: 'ERROR', message, stack_trace: describeError(thrown) });
    if (thrown instanceof Error) {
      thrown.message = `${message}, see the line before`;
      thrown.stack = thrown.message;
    }
  }
  process.on('uncaughtExceptionMonitor', (error) => tell('Uncaught exception', error));
  process.prependListener('unhandledRejection', (reason) => {
    tell('Unhandled rejection', reason);
    if (process.listenerCount('unhandledRejection') === 1) process.exit(1);
  });
}
