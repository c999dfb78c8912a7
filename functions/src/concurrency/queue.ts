import PQueue from 'p-queue';

/** How long work may wait for its turn. */
export interface Timeout {
  milliseconds: number;
  /** milliseconds since the epoch */
  clock: () => number;
  /** creates the error for work that waited longer */
  late: () => Error;
}

/** Runs a task after all earlier ones have ended; resolves with its result. */
export type Queue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * A queue that runs its tasks one at a time, in order. A failed task does not stop the next one. A task
 * that waited longer than the timeout is rejected without running.
 */
export function createQueue({ milliseconds, clock, late }: Timeout): Queue {
  const queue = new PQueue({ concurrency: 1 });
  return (task) => {
    const latest = clock() + milliseconds;
    return queue.add(() => (clock() <= latest ? task() : Promise.reject(late())));
  };
}
