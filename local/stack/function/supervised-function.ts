import { setTimeout } from 'node:timers/promises';
import { startCloudFunction, type CloudFunctionOptions } from './cloud-function.ts';

/** A function that is restarted when it crashes. */
export interface SupervisedFunction {
  /** Where it listens; changes with each start unless its port was given. */
  origin(): string;
  /**
   * Stops the function and starts the current bundle.
   * @throws {Error} why it can't start; it is not started again
   */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** The clock and timer of restarts, which a test replaces. */
export interface RestartTime {
  /** @returns milliseconds since a fixed moment */
  now(): number;
  /** Rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** In milliseconds. After running for `healthy`, a function that crashes restarts after the first delay. */
export const RESTART_DELAY = { first: 500, longest: 30_000, healthy: 60_000 } as const;

const realTime: RestartTime = {
  now: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
};

/**
 * Starts the function and restarts it whenever its process stops unexpectedly: after half a second, then
 * after twice as long each time, up to half a minute. Reports each crash and recovery to `onProblem`.
 * @throws {Error} why it can't start at all
 */
export async function superviseFunction(
  options: CloudFunctionOptions,
  time: RestartTime = realTime,
): Promise<SupervisedFunction> {
  const { onProblem } = options;
  let running = startCloudFunction(options);
  let origin = await running.ready;

  /** Runs until aborted; abort before stopping the function, which would count as a crash otherwise. */
  async function supervise({ signal }: AbortController): Promise<void> {
    let delay: number = RESTART_DELAY.first;
    let startedAt = time.now();
    for (;;) {
      const crash = await running.process.failed;
      if (signal.aborted) return;
      if (time.now() - startedAt >= RESTART_DELAY.healthy) delay = RESTART_DELAY.first;
      onProblem(`${crash.message}\nIt restarts in ${delay / 1000} s.`);
      await time.wait(delay, signal).catch(() => undefined);
      if (signal.aborted) return;
      delay = Math.min(delay * 2, RESTART_DELAY.longest);
      startedAt = time.now();
      running = startCloudFunction(options);
      const restarted = await running.ready.catch(() => null);
      if (signal.aborted) return;
      if (restarted === null) continue; // Its `failed` says why.
      origin = restarted;
      onProblem('The function is running again.');
    }
  }
  let supervision = new AbortController();
  void supervise(supervision);

  const stop = async () => {
    supervision.abort();
    await running.process.stop();
  };
  return {
    origin: () => origin,
    async restart() {
      await stop();
      running = startCloudFunction(options);
      origin = await running.ready;
      supervision = new AbortController();
      void supervise(supervision);
    },
    stop,
  };
}
