import { setTimeout } from 'node:timers/promises';
import { startCloudFunction, type CloudFunctionOptions } from './cloud-function.ts';

/** A function that is started again when it crashes. */
export interface SupervisedFunction {
  /** Where it listens; another origin after each start unless its port was given. */
  origin(): string;
  /**
   * Ends it and starts what its bundle then holds.
   * @throws {Error} why it can't start; it is not tried again
   */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** How time passes between restarts. */
export interface RestartTime {
  /** @returns milliseconds since any moment */
  now(): number;
  /** Rejects when the signal aborts. */
  wait(ms: number, signal: AbortSignal): Promise<unknown>;
}

/** In milliseconds. A function that ran for as long as `healthy` begins with the first delay again. */
export const RESTART_DELAY = { first: 500, longest: 30_000, healthy: 60_000 } as const;

const realTime: RestartTime = {
  now: () => performance.now(),
  wait: (ms, signal) => setTimeout(ms, undefined, { signal }),
};

/**
 * Starts the function and, whenever its process ends by itself, starts it again: after half a second,
 * then after twice as long each time, up to half a minute. Each crash and recovery is reported.
 * @throws {Error} why it can't start at all
 */
export async function superviseFunction(
  options: CloudFunctionOptions,
  time: RestartTime = realTime,
): Promise<SupervisedFunction> {
  const { complain } = options;
  let running = startCloudFunction(options);
  let origin = await running.ready;

  /** Runs until it is aborted, which goes before stopping what it watches. */
  async function supervise({ signal }: AbortController): Promise<void> {
    let delay: number = RESTART_DELAY.first;
    let startedAt = time.now();
    for (;;) {
      const crash = await running.part.failed;
      if (signal.aborted) return;
      if (time.now() - startedAt >= RESTART_DELAY.healthy) delay = RESTART_DELAY.first;
      complain(`${crash.message}\nIt starts again in ${delay / 1000} s.`);
      await time.wait(delay, signal).catch(() => undefined);
      if (signal.aborted) return;
      delay = Math.min(delay * 2, RESTART_DELAY.longest);
      startedAt = time.now();
      running = startCloudFunction(options);
      const restarted = await running.ready.catch(() => null);
      if (signal.aborted) return;
      if (restarted === null) continue; // Its `failed` says why.
      origin = restarted;
      complain('The function is running again.');
    }
  }
  let supervision = new AbortController();
  void supervise(supervision);

  const stop = async () => {
    supervision.abort();
    await running.part.stop();
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
