import PQueue from 'p-queue';

/** How long work may wait for its turn. */
export interface Timeout {
  milliseconds: number;
  /** milliseconds since the epoch */
  clock: () => number;
  /** creates the error for work that waited longer */
  late: () => Error;
}

/**
 * A queue that runs its tasks one at a time, in order. A failed task does not stop the next one. A task
 * that waited longer than the timeout is rejected without running.
 */
export function createQueue({ milliseconds, clock, late }: Timeout) {
  const queue = new PQueue({ concurrency: 1 });
  return <Result>(task: () => Promise<Result>): Promise<Result> => {
    const latest = clock() + milliseconds;
    return queue.add(() => (clock() <= latest ? task() : Promise.reject(late())));
  };
}
