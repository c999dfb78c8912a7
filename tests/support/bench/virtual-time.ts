import { mock } from 'node:test';

/** Time that passes only when it is told to, for instances and the database alike; timers run as usual. */
export interface VirtualTime {
  now: () => number;
  pass(milliseconds: number): void;
  stop(): void;
}

/** The latest time so far: the time of a database never goes back. */
let now = 0;

/** Stops the clock of this process. */
export function startVirtualTime(): VirtualTime {
  now = Math.max(now, Date.now());
  mock.timers.enable({ apis: ['Date'], now: Math.floor(now) });
  return {
    now: () => Date.now(),
    pass(milliseconds) {
      now += milliseconds;
      mock.timers.setTime(Math.floor(now));
    },
    stop: () => mock.timers.reset(),
  };
}
