/** Runs a task when all earlier ones have ended, and answers its result. */
export type Queue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/** A queue that runs its tasks one at a time, in order; a failed one does not stop the next. */
export function createQueue(): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const run = last.then(task, task);
    last = run.catch(() => undefined);
    return run;
  };
}
