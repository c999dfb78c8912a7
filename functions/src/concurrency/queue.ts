import type { Patience } from './timeout.ts';

/** Runs a task when all earlier ones have ended, and answers its result. */
export type Queue = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * A queue that runs its tasks one at a time, in order; a failed one does not stop the next, and one
 * that waited too long is given up.
 */
export function createQueue({ milliseconds, clock, late }: Patience): Queue {
  let last: Promise<unknown> = Promise.resolve();
  return (task) => {
    const latest = clock() + milliseconds;
    const turn = () => (clock() <= latest ? task() : Promise.reject(late()));
    const run = last.then(turn, turn);
    last = run.catch(() => undefined);
    return run;
  };
}
